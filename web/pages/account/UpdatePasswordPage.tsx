import { useCallback, useEffect, useRef, useState } from 'react'
import type { Location } from '#web/platform/router/location.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import * as z from 'zod/mini'
import { NewPassword, type Session } from '#contract/accounts/accounts.ts'
import { PASSWORD_LOGIN_MIN } from '#contract/limits.ts'
import { ownPath } from '#contract/own-path.ts'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { takeLinkSecret } from '#web/accounts/sessions/link-secret.ts'
import { withConfirmation } from '#web/accounts/passwords/new-password.ts'
import { NewPasswordFields } from '#web/accounts/passwords/NewPasswordFields.tsx'
import { loginPath } from '#web/accounts/sessions/return-to.ts'
import {
  emitAuthEvent,
  endSessionOf,
  readSession,
  writeSession,
} from '#web/accounts/sessions/session-store.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { TwoFactorStep } from '#web/accounts/two-factor/TwoFactorStep.tsx'
import { usePause } from '#web/accounts/phone/use-pause.ts'
import { useSignIn } from '#web/accounts/sessions/use-sign-in.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { PasswordField } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, messageOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { dismissToastsTitled, showToast } from '#web/platform/ui/toast.ts'

/** SPEC 9: from the new password to the login page. */
const PAUSE_MILLISECONDS = 1500
const FAILED = 'Password update failed'

const Fields = withConfirmation(
  z.object({
    // What is far too short has a text of its own (SPEC 5).
    password: z.pipe(
      z
        .string()
        .check(z.minLength(PASSWORD_LOGIN_MIN, `Password must be at least ${PASSWORD_LOGIN_MIN} characters`)),
      NewPassword,
    ),
    current: z.string(),
  }),
)

type LinkState =
  | { is: 'none' | 'opening' | 'open' }
  | { is: 'second-step'; challenge: string }
  | { is: 'failed'; message: string }

/** Both look alike until the page is taken over, so the server need not know of the link. */
const initialState = (): LinkState => ({
  is: typeof location === 'object' && location.hash.startsWith('#token=') ? 'opening' : 'none',
})

/** Opens the session that the mailed link stands for; without a link and without a session there is nothing to do here. */
function useRecoveryLink() {
  const api = useApi()
  const navigate = useNavigate()
  const [state, setState] = useState(initialState)
  const hasBegun = useRef(false)
  const open = useCallback((session: Session) => {
    writeSession(session, 'password-recovery')
    setState({ is: 'open' })
  }, [])
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const token = takeLinkSecret('token')
    if (token === undefined) {
      if (!readSession()) navigate('/auth/login', { replace: true })
      return
    }
    api.call('recoverSession', { body: { token } }).then(
      ({ session, challenge }) => {
        if (session) open(session)
        else setState({ is: 'second-step', challenge: challenge ?? '' })
      },
      (error: unknown) => setState({ is: 'failed', message: messageOf(error) }),
    )
  }, [api, navigate, open])
  return { state, open }
}

interface UpdatePasswordFormProps {
  needsCurrent: boolean
  staysSignedIn: boolean
  /** Own path to go on to afterwards. */
  next?: string
}

/** Without a mailed link, only who knows the current password sets a new one. */
function UpdatePasswordForm({ needsCurrent, staysSignedIn, next }: UpdatePasswordFormProps) {
  const api = useApi()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const form = useZodForm(Fields, { password: '', confirmPassword: '', current: '' })
  const { isSubmitting, isSubmitSuccessful } = form.formState
  const pause = usePause(PAUSE_MILLISECONDS)

  const submit = submitTo(
    form,
    async ({ password, current }) => {
      await api.call('updatePassword', { body: { password, current: needsCurrent ? current : undefined } })
      const session = readSession()
      if (staysSignedIn && session) {
        dismissToastsTitled(FAILED)
        showToast('Password updated', 'You are logged in.')
        signIn(session, ownPath(next))
        return
      }
      // The new password is required at once, so this session ends too; if that fails, it ends by itself.
      emitAuthEvent('signing-out')
      await api.call('logout', { body: { scope: 'local' } }).catch(() => undefined)
      dismissToastsTitled(FAILED)
      showToast('Password updated', 'Log in with your new password.')
      pause(() => {
        endSessionOf(session?.user.id)
        navigate(loginPath(ownPath(next)), { replace: true })
      })
    },
    (error) => showToast(FAILED, messageOf(error)),
  )

  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      {needsCurrent && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...fieldOf(form, 'current')}
        />
      )}
      <NewPasswordFields label="New password" form={form} />
      <Button type="submit" look="primary" disabled={isSubmitSuccessful} busy={isSubmitting && 'Updating…'}>
        Update Password
      </Button>
    </Form>
  )
}

type Arrival = {
  /** The session was opened by a link and may choose a password. */
  isRecovery?: boolean
  /** That link was the first of a new account, and the password typed while registering counts no more. */
  isConfirmed?: boolean
  next?: string
} | null

/** Says why, on the page itself: the password typed while registering was not accepted after all. */
function WhyAgain() {
  return (
    <div className="mb-4 grid gap-2 rounded-card bg-accent-soft p-4 text-sm">
      <p className="font-semibold">
        Your e-mail address is confirmed. Please choose your password once more.
      </p>
      <p>Anyone could have typed your address, so choose your password again here.</p>
    </div>
  )
}

interface BeforeFormProps {
  link: LinkState
  onSession: (session: Session) => void
}

function BeforeForm({ link, onSession }: BeforeFormProps) {
  const navigate = useNavigate()
  if (link.is === 'second-step') {
    return (
      <TwoFactorStep
        challenge={link.challenge}
        onSession={onSession}
        onBack={() => navigate('/auth/login', { replace: true })}
      />
    )
  }
  if (link.is !== 'failed') return <p role="status">Opening your link…</p>
  return (
    <div className="grid gap-4">
      <FormError message={link.message} />
      <Link to="/auth/reset-password" className="button button-primary">
        Send a new link
      </Link>
    </div>
  )
}

export function UpdatePasswordPage() {
  const { state: link, open } = useRecoveryLink()
  const session = useSession()
  const { state } = useLocation() as Location<Arrival>
  const isOpen = link.is === 'open' || (link.is === 'none' && session !== null)
  const needsCurrent = link.is !== 'open' && !state?.isRecovery
  return (
    <AuthCard title="Update Password">
      {isOpen && state?.isConfirmed && <WhyAgain />}
      {isOpen ? (
        <UpdatePasswordForm
          needsCurrent={needsCurrent}
          staysSignedIn={state?.isConfirmed === true}
          next={state?.next}
        />
      ) : (
        <BeforeForm link={link} onSession={open} />
      )}
    </AuthCard>
  )
}
