import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useLinkSecret } from '#web/accounts/sessions/use-link-secret.ts'
import { useLogout } from '#web/accounts/sessions/use-logout.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { PushOnThisDevice } from '#web/notifications/PushOnThisDevice.tsx'
import { BlockedPeople } from '#web/blocks/BlockedPeople.tsx'
import { blockedQuery } from '#web/blocks/queries.ts'
import { useNavigate, useSearchParams } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { AccountSection } from '#web/settings/AccountSection.tsx'
import { HelpSection } from '#web/settings/HelpSection.tsx'
import { PreferencesSection } from '#web/settings/PreferencesSection.tsx'
import { PrivacySection } from '#web/settings/PrivacySection.tsx'
import { accountQuery, devicesQuery, exportQuery, preferencesQuery } from '#web/settings/queries.ts'
import { SessionsSection } from '#web/settings/SessionsSection.tsx'
import { SectionedPage } from './SectionedPage.tsx'

const SECTIONS = {
  account: ['Account', 'E-mail, password and profile'],
  sessions: ['Sessions', 'Devices where you are logged in'],
  notifications: ['Notification preferences', 'What we send you, and where'],
  privacy: ['Privacy', 'Your data, blocked people, deletion'],
  help: ['Help and support', 'Questions, contact and safety'],
} as const
type SectionName = keyof typeof SECTIONS

/** True once everything in the section has loaded or failed, so that no part moves when another one arrives. */
function useIsFetched(name: SectionName, personId: string): boolean {
  const api = useApi()
  const account = accountQuery(api, personId)
  const queries = {
    account: [account],
    sessions: [devicesQuery(api, personId)],
    notifications: [account, preferencesQuery(api, personId)],
    privacy: [exportQuery(api, personId), blockedQuery(api, personId)],
    help: [],
  }
  return useQueries({ queries: queries[name] as (typeof account)[] }).every(({ isFetched }) => isFetched)
}

const Outline = ({ name }: { name: SectionName }) => (
  <div aria-busy="true">
    <p className="sr-only">Loading…</p>
    <div className={`skeleton ${name === 'notifications' ? 'h-[56rem]' : 'h-96'}`} />
  </div>
)

interface SectionProps {
  name: SectionName
  user: SessionUser
  exportToken: string | undefined
}

function Section({ name, user, exportToken }: SectionProps) {
  if (!useIsFetched(name, user.id)) return <Outline name={name} />
  if (name === 'account') return <AccountSection personId={user.id} />
  if (name === 'sessions') return <SessionsSection personId={user.id} />
  if (name === 'notifications')
    return <PreferencesSection personId={user.id} device={<PushOnThisDevice personId={user.id} />} />
  if (name === 'help') return <HelpSection />
  return (
    <PrivacySection
      personId={user.id}
      email={user.email}
      exportToken={exportToken}
      blocked={<BlockedPeople personId={user.id} />}
    />
  )
}

function Settings({ user }: { user: SessionUser }) {
  const logout = useLogout()
  const navigate = useNavigate()
  const exportToken = useLinkSecret('export')
  const [search] = useSearchParams()
  useEffect(() => {
    // The mailed link to a copy of the data opens the section that contains it.
    if (exportToken !== undefined) navigate({ search: 'section=privacy' }, { replace: true })
  }, [exportToken, navigate])
  return (
    <SectionedPage
      title="Settings"
      path="/settings-page"
      sections={SECTIONS}
      first="account"
      // The address that password managers open.
      implied={search.get('change') === 'password' ? 'account' : undefined}
      renderSection={(name) => <Section name={name} user={user} exportToken={exportToken} />}
    >
      <Button onClick={() => void logout()}>Sign out</Button>
    </SectionedPage>
  )
}

export function SettingsPage() {
  const session = useSession()
  // The key resets the page when another person signs in.
  return session && <Settings key={session.user.id} user={session.user} />
}
