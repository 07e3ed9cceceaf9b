import type { SessionUser } from '#contract/accounts.ts'
import { useSession } from '#web/accounts/session.ts'
import { useLogout } from '#web/accounts/use-logout.ts'
import { AccountSection } from '#web/settings/AccountSection.tsx'
import { HelpSection } from '#web/settings/HelpSection.tsx'
import { PreferencesSection } from '#web/settings/PreferencesSection.tsx'
import { PrivacySection } from '#web/settings/PrivacySection.tsx'
import { SessionsSection } from '#web/settings/SessionsSection.tsx'

function Sections({ user }: { user: SessionUser }) {
  const logout = useLogout()
  return (
    <div className="mt-5 grid gap-4">
      <AccountSection personId={user.id} />
      <SessionsSection personId={user.id} />
      <PreferencesSection personId={user.id} />
      <PrivacySection personId={user.id} email={user.email} />
      <HelpSection />
      <button type="button" className="button button-quiet" onClick={() => void logout()}>
        Sign out
      </button>
    </div>
  )
}

export function SettingsPage() {
  const session = useSession()
  if (!session) return null
  return (
    <div className="page max-w-3xl py-6">
      <h1 className="text-2xl font-bold">Settings</h1>
      {/* Another person who signs in begins with their own settings. */}
      <Sections key={session.user.id} user={session.user} />
    </div>
  )
}
