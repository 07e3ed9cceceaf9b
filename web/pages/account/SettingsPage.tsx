import { useQueries } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useLogout } from '#web/accounts/sessions/use-logout.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { PushOnThisDevice } from '#web/notifications/PushOnThisDevice.tsx'
import { BlockedPeople } from '#web/blocks/BlockedPeople.tsx'
import { blockedQuery } from '#web/blocks/queries.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { AccountSection } from '#web/settings/AccountSection.tsx'
import { HelpSection } from '#web/settings/HelpSection.tsx'
import { PreferencesSection } from '#web/settings/PreferencesSection.tsx'
import { PrivacySection } from '#web/settings/PrivacySection.tsx'
import { accountQuery, devicesQuery, exportQuery, preferencesQuery } from '#web/settings/queries.ts'
import { SessionsSection } from '#web/settings/SessionsSection.tsx'
import { useLinkSecret } from '#web/accounts/sessions/use-link-secret.ts'

const Outline = () => (
  <div className="mt-5 grid grid-cols-1 gap-4" aria-busy="true">
    <p className="sr-only">Loading…</p>
    <div className="skeleton h-64" />
    <div className="skeleton h-40" />
    <div className="skeleton h-[56rem]" />
  </div>
)

/** True once every section has loaded or failed, so that none moves when another one arrives. */
function useIsFetched(personId: string): boolean {
  const api = useApi()
  const results = useQueries({
    queries: [
      accountQuery(api, personId),
      devicesQuery(api, personId),
      preferencesQuery(api, personId),
      exportQuery(api, personId),
      blockedQuery(api, personId),
    ],
  })
  return results.every(({ isFetched }) => isFetched)
}

function Sections({ user }: { user: SessionUser }) {
  const logout = useLogout()
  const exportToken = useLinkSecret('export')
  if (!useIsFetched(user.id)) return <Outline />
  return (
    <div className="mt-5 grid grid-cols-1 gap-4">
      <AccountSection personId={user.id} />
      <SessionsSection personId={user.id} />
      <PreferencesSection personId={user.id} device={<PushOnThisDevice personId={user.id} />} />
      <PrivacySection
        personId={user.id}
        email={user.email}
        exportToken={exportToken}
        blocked={<BlockedPeople personId={user.id} />}
      />
      <HelpSection />
      <Button onClick={() => void logout()}>Sign out</Button>
    </div>
  )
}

export function SettingsPage() {
  const session = useSession()
  if (!session) return null
  return (
    <div className="page max-w-3xl py-6">
      <h1 className="text-2xl font-bold">Settings</h1>
      {/* The key resets the sections when another person signs in. */}
      <Sections key={session.user.id} user={session.user} />
    </div>
  )
}
