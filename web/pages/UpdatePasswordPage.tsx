import { useCallback, useEffect, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { NewPassword, type Session } from '#contract/accounts.ts'
import { PASSWORD_LOGIN_MIN } from '#contract/limits.ts'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { takeLinkSecret } from '#web/accounts/link-secret.ts'
import { passwordsMatch } from '#web/accounts/new-password.ts'
import { NewPasswordFields } from '#web/accounts/NewPasswordFields.tsx'
import { readSession, tellAuthEvent, writeSession } from '#web/accounts/session-store.ts'
import { useSession } from '#web/accounts/session.ts'
import { TwoFactorStep } from '#web/accounts/TwoFactorStep.tsx'
import { usePause } from '#web/accounts/use-pause.ts'
import { useApi } from '#web/api/api-context.ts'
import { PasswordField } from '#web/forms/Field.tsx'
import { FormError } from '#web/forms/FormError.tsx'
import { messageOf, showProblem, useZodForm } from '#web/forms/use-zod-form.ts'
import { Link } from '#web/ui/Link.tsx'
import { showToast } from '#web/ui/toast.ts'

/** SPEC 9: from the new password to the login page. */
const PAUSE_MILLISECONDS = 1500

const Fields = z
  .object({
    // What is far too short has a text of its own (SPEC 5).
    password: z.pipe(
      z
        .string()
        .check(z.minLength(PASSWORD_LOGIN_MIN, `Password must be at least ${PASSWORD_LOGIN_MIN} characters`)),
      NewPassword,
    ),
    confirmPassword: z.string(),
    current: z.string(),
  })
  .check(passwordsMatch)

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
      if (!readSession()) void navigate('/auth/login', { replace: true })
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

/** Without a mailed link, only who knows the current password sets a new one. */
function UpdatePasswordForm({ needsCurrent }: { needsCurrent: boolean }) {
  const api = useApi()
  const navigate = useNavigate()
  const form = useZodForm(Fields, { password: '', confirmPassword: '', current: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const pause = usePause(PAUSE_MILLISECONDS)

  const submit = form.handleSubmit(async ({ password, current }) => {
    try {
      await api.call('updatePassword', { body: { password, current: needsCurrent ? current : undefined } })
      // The new password is asked for at once, so this session ends too; if that fails, it ends by itself.
      tellAuthEvent('signing-out')
      await api.call('logout', { body: { scope: 'local' } }).catch(() => undefined)
      showToast('Password updated', 'Log in with your new password.')
      pause(() => {
        writeSession(null, 'signed-out')
        void navigate('/auth/login', { replace: true })
      })
    } catch (error) {
      showProblem(form, error)
      showToast('Password update failed', messageOf(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <FormError message={errors.root?.message} />
      {needsCurrent && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.current?.message}
          {...form.register('current')}
        />
      )}
      <NewPasswordFields label="New password" form={form} />
      <button type="submit" className="button button-primary" disabled={isSubmitting || isSubmitSuccessful}>
        {isSubmitting ? 'Updating…' : 'Update Password'}
      </button>
    </form>
  )
}

export function UpdatePasswordPage() {
  const { state: link, open } = useRecoveryLink()
  const navigate = useNavigate()
  const session = useSession()
  const { state } = useLocation() as Location<{ isRecovery?: boolean } | null>
  const isOpen = link.is === 'open' || (link.is === 'none' && session !== null)
  return (
    <AuthCard title="Update Password">
      {isOpen && <UpdatePasswordForm needsCurrent={link.is !== 'open' && !state?.isRecovery} />}
      {!isOpen && (link.is === 'none' || link.is === 'opening') && <p role="status">Opening your link…</p>}
      {link.is === 'second-step' && (
        <TwoFactorStep
          challenge={link.challenge}
          onSession={open}
          onBack={() => void navigate('/auth/login', { replace: true })}
        />
      )}
      {link.is === 'failed' && (
        <div className="grid gap-4">
          <FormError message={link.message} />
          <Link to="/auth/reset-password" className="button button-primary">
            Send a new link
          </Link>
        </div>
      )}
    </AuthCard>
  )
}
