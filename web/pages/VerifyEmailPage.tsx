import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmLink } from '#web/accounts/ConfirmLink.tsx'
import { takeLinkSecret } from '#web/accounts/link-secret.ts'
import { readSession, writeSession } from '#web/accounts/session-store.ts'
import { useSession } from '#web/accounts/session.ts'
import { useSignIn } from '#web/accounts/use-sign-in.ts'
import { useApi } from '#web/api/api-context.ts'
import { messageOf } from '#web/forms/use-zod-form.ts'
import { showToast } from '#web/ui/toast.ts'

type Outcome =
  | { is: 'waiting' }
  | { is: 'changed'; email: string }
  | { is: 'failed'; link: 'first' | 'change'; message: string }

/** A new account's first confirmation signs in. */
function useFirstConfirmation() {
  const api = useApi()
  const signIn = useSignIn()
  const navigate = useNavigate()
  return async (token: string) => {
    const { session, challenge, choosePassword } = await api.call('verifyEmail', { body: { token } })
    showToast('E-mail address confirmed', choosePassword ? 'Now choose your password.' : undefined)
    if (session && choosePassword) {
      writeSession(session, 'password-recovery')
      void navigate('/auth/update-password', { replace: true, state: { isRecovery: true } })
    } else if (session) signIn(session)
    else void navigate(`/auth/login#challenge=${challenge}`, { replace: true })
  }
}

/** A new address of an account that exists: opened anywhere, and told to the session if it is here. */
function useChange() {
  const api = useApi()
  return async (token: string): Promise<string> => {
    const { user } = await api.call('confirmEmailChange', { body: { token } })
    const session = readSession()
    if (session?.user.id === user.id) writeSession({ ...session, user }, 'user-updated')
    showToast('E-mail address changed')
    return user.email
  }
}

function useLink(): Outcome {
  const confirmFirst = useFirstConfirmation()
  const change = useChange()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'waiting' })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const secret = takeLinkSecret('change')
    const link = secret === undefined ? 'first' : 'change'
    const failed = (error: unknown) => setOutcome({ is: 'failed', link, message: messageOf(error) })
    const incomplete = () => setOutcome({ is: 'failed', link, message: 'This link is not complete.' })
    const token = secret === undefined ? takeLinkSecret('token') : undefined
    if (token !== undefined) confirmFirst(token).catch(failed)
    else if (secret === undefined) incomplete()
    else change(secret).then((email) => setOutcome({ is: 'changed', email }), failed)
  }, [change, confirmFirst])
  return outcome
}

const LOGIN = { path: '/auth/login', text: 'Go to login' }
const SETTINGS = { path: '/settings-page', text: 'Go to settings' }
const ADVICE = {
  first: 'Log in to get a new link, if your address is not confirmed yet.',
  change: 'Ask for a new link in your settings, if your address is not changed yet.',
}

/** Where the links of the mails lead that confirm an address. */
export function VerifyEmailPage() {
  const outcome = useLink()
  const next = useSession() ? SETTINGS : LOGIN
  if (outcome.is === 'failed') {
    return (
      <ConfirmLink problem={outcome.message} next={next}>
        {ADVICE[outcome.link]}
      </ConfirmLink>
    )
  }
  return (
    <ConfirmLink next={next}>
      {outcome.is === 'changed' && (
        <p>
          Your account now uses <strong>{outcome.email}</strong>. Log in with it from now on.
        </p>
      )}
    </ConfirmLink>
  )
}
