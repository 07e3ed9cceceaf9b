import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { ownPath } from '#contract/own-path.ts'
import { ConfirmLink } from '#web/accounts/registration/ConfirmLink.tsx'
import { announceProof } from '#web/accounts/sessions/proof.ts'
import { takeLinkSecret } from '#web/accounts/sessions/link-secret.ts'
import { loginPath } from '#web/accounts/sessions/return-to.ts'
import { readSession, writeSession } from '#web/accounts/sessions/session-store.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useSignIn } from '#web/accounts/sessions/use-sign-in.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { showToast } from '#web/platform/ui/toast.ts'

const ELSEWHERE = 'Please open this link in the browser in which you asked for it.'

type LinkKind = 'token' | 'change' | 'proof'

type Outcome =
  | { is: 'waiting' }
  | { is: 'changed'; email: string }
  | { is: 'proved' }
  | { is: 'failed'; link: LinkKind; message: string }

/** A new account's first confirmation signs in. */
function useFirstConfirmation() {
  const api = useApi()
  const signIn = useSignIn()
  const navigate = useNavigate()
  return async (token: string) => {
    const { session, challenge, choosePassword, next } = await api.call('verifyEmail', { body: { token } })
    showToast('E-mail address confirmed')
    if (session && choosePassword) {
      writeSession(session, 'password-recovery')
      const state = { isRecovery: true, isConfirmed: true, next }
      navigate('/auth/update-password', { replace: true, state })
    } else if (session) signIn(session, ownPath(next))
    else navigate(`${loginPath(ownPath(next))}#challenge=${challenge}`, { replace: true })
  }
}

/** A new address of an account that exists: opened anywhere, and reported to the session if it is here. */
function useChange() {
  const api = useApi()
  return async (token: string): Promise<string> => {
    const { user } = await api.call('confirmEmailChange', { body: { token } })
    const session = readSession()
    if (session?.user.id === user.id) writeSession({ ...session, user }, 'user-updated')
    showToast('E-mail address changed')
    return user.email ?? ''
  }
}

/** Proves something in the session that requested it alone, which is one of this browser or none. */
function useProof() {
  const api = useApi()
  return async (token: string): Promise<void> => {
    if (!readSession()) throw new ApiError(403, { code: 'link-elsewhere', message: ELSEWHERE })
    await api.call('reauthenticate', { body: { token } })
    announceProof()
  }
}

/** The kind of the link and its secret, which is taken out of the address. */
function takeLink(): { link: LinkKind; secret?: string } {
  for (const link of ['change', 'proof', 'token'] as const) {
    const secret = takeLinkSecret(link)
    if (secret !== undefined) return { link, secret }
  }
  return { link: 'token' }
}

function useLink(): Outcome {
  const confirmFirst = useFirstConfirmation()
  const change = useChange()
  const prove = useProof()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'waiting' })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const { link, secret } = takeLink()
    const failed = (error: unknown) => setOutcome({ is: 'failed', link, message: messageOf(error) })
    const incomplete = () => setOutcome({ is: 'failed', link, message: 'This link is not complete.' })
    if (secret === undefined) incomplete()
    else if (link === 'token') confirmFirst(secret).catch(failed)
    else if (link === 'proof') prove(secret).then(() => setOutcome({ is: 'proved' }), failed)
    else change(secret).then((email) => setOutcome({ is: 'changed', email }), failed)
  }, [change, confirmFirst, prove])
  return outcome
}

const LOGIN = { path: '/auth/login', text: 'Go to login' }
const SETTINGS = { path: '/settings-page', text: 'Go to settings' }
const ADVICE = {
  token: 'Log in to get a new link, if your address is not confirmed yet.',
  change: 'Ask for a new link in your settings, if your address is not changed yet.',
  proof: 'You can ask for another link where you were asked to confirm that it is you.',
}
const TITLES = { token: undefined, change: undefined, proof: 'Confirm that it is you' }

/** Where the links of the mails lead that confirm an address, or a person. */
export function VerifyEmailPage() {
  const outcome = useLink()
  const next = useSession() ? SETTINGS : LOGIN
  if (outcome.is === 'failed') {
    return (
      <ConfirmLink title={TITLES[outcome.link]} problem={outcome.message} next={next}>
        {ADVICE[outcome.link]}
      </ConfirmLink>
    )
  }
  if (outcome.is === 'proved') {
    return (
      <ConfirmLink title={TITLES.proof} next={next}>
        <p>Thank you. Go back to the page where you were asked: it goes on by itself.</p>
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
