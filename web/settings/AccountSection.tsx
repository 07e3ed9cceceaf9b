import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useApi } from '#web/platform/api/api-context.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { ChangeEmailForm } from './ChangeEmailForm.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { accountQuery } from './queries.ts'
import { SetPasswordForm } from './SetPasswordForm.tsx'
import { Loaded, SettingsSection } from './SettingsSection.tsx'

interface ChangeableProps {
  name: string
  value: string
  action: string
  isOpenAtFirst?: boolean
  /** Shown below after a press. */
  children: (close: () => void) => ReactNode
}

/** A row of the account section whose form opens below it. */
function Changeable({ name, value, action, isOpenAtFirst = false, children }: ChangeableProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const id = useId()
  return (
    <div className="setting-row">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-36 flex-1 wrap-anywhere">
          <span className="block text-sm text-muted">{name}</span>
          {value}
        </p>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {action}
        </Button>
      </div>
      <div id={id}>{isOpen && children(() => setIsOpen(false))}</div>
    </div>
  )
}

interface SignInWays {
  email: string | null
  phone: string | null
  hasPassword: boolean
}

function PasswordForm({ email, phone, hasPassword, close }: SignInWays & { close: () => void }) {
  if (hasPassword) return <ChangePasswordForm login={email ?? phone ?? ''} onDone={close} />
  if (email === null) return <SetPasswordForm login={phone ?? ''} onDone={close} />
  return (
    <p className="mt-3">
      <Link to="/auth/reset-password" className="link">
        Ask for a link
      </Link>{' '}
      to {email}. Open it to choose your password.
    </p>
  )
}

function SignInSettings(ways: SignInWays) {
  const { email, phone, hasPassword } = ways
  const [search] = useSearchParams()
  return (
    <>
      {phone !== null && (
        <div className="setting-row">
          <span className="block text-sm text-muted">Phone number that you log in with</span>
          {phone}
        </div>
      )}
      <Changeable
        name="E-mail"
        value={email ?? 'None yet: you log in with your phone number'}
        action={email === null ? 'Add an e-mail address' : 'Change e-mail'}
      >
        {(close) => <ChangeEmailForm isFirst={email === null} onCancel={close} />}
      </Changeable>
      <Changeable
        name="Password"
        value={hasPassword ? '••••••••' : 'None yet: you log in without one'}
        action={hasPassword ? 'Change password' : 'Set a password'}
        isOpenAtFirst={search.get('change') === 'password'}
      >
        {(close) => <PasswordForm {...ways} close={close} />}
      </Changeable>
    </>
  )
}

export function AccountSection({ personId }: { personId: string }) {
  const query = useQuery(accountQuery(useApi(), personId))
  return (
    <SettingsSection title="Account">
      <div className="setting-row flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p>Your name, picture and contact details</p>
        <Link to="/profile" className="button button-quiet">
          Edit profile
        </Link>
      </div>
      <div className="setting-row flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p>Phone number and two-factor authentication</p>
        <Link to="/profile?section=phone" className="button button-quiet">
          Phone and two-factor
        </Link>
      </div>
      <Loaded query={query} failure="Failed to load your account" outline="h-36">
        {(account) => <SignInSettings {...account} />}
      </Loaded>
    </SettingsSection>
  )
}
