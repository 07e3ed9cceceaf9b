import { useCallback, useEffect, useRef, useState } from 'react'
import type { Location } from '#web/platform/router/location.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import * as z from 'zod/mini'
import { NewPassword, type Session, type SessionUser } from '#contract/accounts/accounts.ts'
import { PASSWORD_LOGIN_MIN } from '#contract/limits.ts'
import { ownPath } from '#contract/own-path.ts'
import { MailButton } from '#web/accounts/MailButton.tsx'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { takeLinkSecret } from '#web/accounts/sessions/link-secret.ts'
import { withConfirmation } from '#web/accounts/passwords/new-password.ts'
import { NewPasswordFields } from '#web/accounts/passwords/NewPasswordFields.tsx'
import { loginPath } from '#web/platform/router/login-path.ts'
import {
  emitAuthEvent,
  endSessionOf,
  readSession,
  writeSession,
} from '#web/accounts/sessions/session-store.ts'
import { forgetEndReason } from '#web/accounts/sessions/end-reason.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { TwoFactorStep } from '#web/accounts/two-factor/TwoFactorStep.tsx'
import { usePause } from '#web/accounts/phone/use-pause.ts'
import { useSignIn } from '#web/accounts/sessions/use-sign-in.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { PasswordField } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { isLoggedOut } from '#web/platform/forms/logged-out.ts'
import { fieldOf, messageOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { dismissToastsTitled, showToast } from '#web/platform/ui/toasts/toast.ts'

/** SPEC 9: the pause between the new password and the login page. */
const PAUSE_MILLISECONDS = 1500
const FAILED = 'Password update failed'

const Fields = withConfirmation(
  z.object({
    // A password that is far too short has a text of its own (SPEC 5).
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
  /** The link was requested in another browser. */
  | { is: 'asking'; account: string; confirm: () => void }
  | { is: 'second-step'; challenge: string }
  | { is: 'failed'; message: string }

/** Both states look alike until hydration, so the server need not know the link. */
const initialState = (): LinkState => ({
  is: typeof location === 'object' && location.hash.startsWith('#token=') ? 'opening' : 'none',
})

/** Opens the session of the mailed link. Without a link and without a session, it opens the log-in. */
function useRecoveryLink() {
  const api = useApi()
  const navigate = useNavigate()
  const [state, setState] = useState(initialState)
  const hasBegun = useRef(false)
  const open = useCallback(
    (session: Session) => {
      writeSession(session, 'password-recovery')
      setState({ is: 'open' })
      // The state survives a reload and means that no current password is needed.
      navigate('/auth/update-password', { replace: true, state: { isRecovery: true } satisfies Arrival })
    },
    [navigate],
  )
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const token = takeLinkSecret('token')
    if (token === undefined) {
      if (!readSession()) navigate('/auth/login', { replace: true })
      return
    }
    const recover = (confirmed?: true) => {
      setState({ is: 'opening' })
      api.call('recoverSession', { body: { token, confirmed } }).then(
        ({ session, challenge, account }) => {
          if (session) open(session)
          else if (account !== null) setState({ is: 'asking', account, confirm: () => recover(true) })
          else setState({ is: 'second-step', challenge: challenge ?? '' })
        },
        (error: unknown) => setState({ is: 'failed', message: messageOf(error) }),
      )
    }
    recover()
  }, [api, navigate, open])
  return { state, open }
}

const isOver = (error: unknown) =>
  isLoggedOut(error) || (error instanceof ApiError && error.code === 'link-expired')

const LINK_OVER =
  'This link has expired or was used already. What you typed stays here. Open a new link, then press Update Password again.'

interface UpdatePasswordFormProps {
  /** Address for a new link. */
  email: string | null
  needsCurrent: boolean
  staysSignedIn: boolean
  /** Own path to open afterwards. */
  next?: string
}

/** Without a mailed link, a person needs the current password to set a new one. */
function UpdatePasswordForm({ email, needsCurrent, staysSignedIn, next }: UpdatePasswordFormProps) {
  const api = useApi()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const form = useZodForm(Fields, { password: '', confirmPassword: '', current: '' })
  const { isSubmitting, isSubmitSuccessful } = form.formState
  const pause = usePause(PAUSE_MILLISECONDS)
  const [isLinkOver, setLinkOver] = useState(false)

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
      // The new password must be used at once, so this session ends too. If that fails, it ends by itself.
      emitAuthEvent('signing-out')
      await api.call('logout', { body: { scope: 'local' } }).catch(() => undefined)
      dismissToastsTitled(FAILED)
      showToast('Password updated', 'Log in with your new password.')
      pause(() => {
        forgetEndReason()
        endSessionOf(session?.user.id)
        navigate(loginPath(ownPath(next)), { replace: true })
      })
    },
    (error) => {
      showToast(FAILED, messageOf(error))
      if (needsCurrent || !isOver(error)) return
      form.setError('root', { message: LINK_OVER })
      setLinkOver(true)
    },
  )

  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      {isLinkOver && email !== null && (
        <MailButton
          text="Send a new link"
          sentText={`A new link is on its way to ${email}. Check your spam folder too.`}
          send={() => api.call('requestPasswordReset', { body: { email } })}
        />
      )}
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
  /** A link opened the session, so the person may choose a password. */
  isRecovery?: boolean
  /** The link was the first one of a new account, and the password typed at registration no longer counts. */
  isConfirmed?: boolean
  next?: string
} | null

/** Explains on the page why the password typed at registration was not accepted. */
function PasswordRefused() {
  return (
    <div className="mb-4 grid gap-2 rounded-card bg-accent-soft p-4 text-sm">
      <p className="font-semibold">Your e-mail address is confirmed. Please choose your password again.</p>
      <p>Anyone could have registered with your address, so the first password does not count.</p>
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
  if (link.is === 'asking') {
    return (
      <div className="grid gap-4">
        <p role="status">
          Choose a new password for <strong className="wrap-anywhere">{link.account}</strong>.
        </p>
        <Button look="primary" onClick={link.confirm}>
          Choose a new password
        </Button>
      </div>
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

/** The person whose form is open. If the session ends, the form stays with the typed text. */
function usePerson({ is }: LinkState): SessionUser | undefined {
  const session = useSession()
  const [person, setPerson] = useState<SessionUser>()
  if (is !== 'open' && is !== 'none') return undefined
  if (session && session.user.id !== person?.id) setPerson(session.user)
  return person
}

export function UpdatePasswordPage() {
  const { state: link, open } = useRecoveryLink()
  const { state } = useLocation() as Location<Arrival>
  const person = usePerson(link)
  const needsCurrent = link.is !== 'open' && !state?.isRecovery
  return (
    <AuthCard title="Update Password" grows>
      {person && state?.isConfirmed && <PasswordRefused />}
      {person ? (
        <UpdatePasswordForm
          email={person.email}
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
