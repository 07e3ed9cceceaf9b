import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { ownPath } from '#contract/own-path.ts'
import { ConfirmLink } from '#web/accounts/registration/ConfirmLink.tsx'
import { announceProof, wasProofRequestedHere } from '#web/accounts/sessions/proof-elsewhere.ts'
import { takeLinkSecret } from '#web/accounts/sessions/link-secret.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { readSession, writeSession } from '#web/accounts/sessions/session-store.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useSignIn } from '#web/accounts/sessions/use-sign-in.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

const INCOMPLETE = new ApiError(410, { code: 'link-expired', message: 'This link is not complete.' })
const ELSEWHERE = 'Please open this link in the browser where you asked for it.'

type LinkKind = 'token' | 'change' | 'proof'

type Outcome =
  | { is: 'waiting' | 'confirmed' | 'proved' }
  /** The link was requested in another browser: a person has to tap, which programs do not. */
  | { is: 'unconfirmed'; link: LinkKind; address: string; confirm: () => Promise<Outcome> }
  | { is: 'changed'; email: string }
  | { is: 'failed'; link: LinkKind; message: string }

type OpenLink = (token: string, confirmed?: true) => Promise<Outcome>

/** The first confirmation of a new account also signs in. */
function useFirstConfirmation(): OpenLink {
  const api = useApi()
  const signIn = useSignIn()
  const navigate = useNavigate()
  return async function open(token, confirmed) {
    const reply = await api.call('verifyEmail', { body: { token, confirmed } })
    const { session, challenge, account, choosePassword, isUsed, next } = reply
    if (isUsed) return { is: 'confirmed' }
    if (account !== null)
      return { is: 'unconfirmed', link: 'token', address: account, confirm: () => open(token, true) }
    showToast('E-mail address confirmed')
    if (session && choosePassword) {
      writeSession(session, 'password-recovery')
      const state = { isRecovery: true, isConfirmed: true, next }
      navigate('/auth/update-password', { replace: true, state })
    } else if (session) signIn(session, ownPath(next))
    else navigate(`${loginPath(ownPath(next))}#challenge=${challenge}`, { replace: true })
    return { is: 'waiting' }
  }
}

/**
 * Confirms a new address of an existing account. Any browser may open it, and one with the person's session
 * updates that.
 */
function useChange(): OpenLink {
  const api = useApi()
  return async function open(token, confirmed) {
    const { user, email } = await api.call('confirmEmailChange', { body: { token, confirmed } })
    if (!user)
      return { is: 'unconfirmed', link: 'change', address: email ?? '', confirm: () => open(token, true) }
    const session = readSession()
    if (session?.user.id === user.id) writeSession({ ...session, user }, 'user-updated')
    showToast('E-mail address changed')
    return { is: 'changed', email: user.email ?? '' }
  }
}

/** Proves the person's identity, but only in the session that requested it. */
function useProof(): OpenLink {
  const api = useApi()
  return async function open(token, confirmed) {
    if (!readSession()) throw new ApiError(403, { code: 'link-elsewhere', message: ELSEWHERE })
    // A thief with a stolen access token would request the proof in this very session.
    if (!confirmed && !wasProofRequestedHere())
      return { is: 'unconfirmed', link: 'proof', address: '', confirm: () => open(token, true) }
    await api.call('reauthenticate', { body: { token } })
    announceProof()
    return { is: 'proved' }
  }
}

/** The kind of the link and its secret, which is removed from the address. */
function takeLink(): { link: LinkKind; secret?: string } {
  for (const link of ['change', 'proof', 'token'] as const) {
    const secret = takeLinkSecret(link)
    if (secret !== undefined) return { link, secret }
  }
  return { link: 'token' }
}

function useLink(): [Outcome, (outcome: Outcome & { is: 'unconfirmed' }) => void] {
  const confirmFirst = useFirstConfirmation()
  const change = useChange()
  const prove = useProof()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'waiting' })
  const hasBegun = useRef(false)
  const show = useCallback(
    (link: LinkKind, opening: Promise<Outcome>) =>
      void opening.then(setOutcome, (error: unknown) =>
        setOutcome({ is: 'failed', link, message: messageOf(error) }),
      ),
    [],
  )
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const { link, secret } = takeLink()
    const open = { token: confirmFirst, change, proof: prove }[link]
    show(link, secret === undefined ? Promise.reject(INCOMPLETE) : open(secret))
  }, [change, confirmFirst, prove, show])
  return [
    outcome,
    ({ link, confirm }) => {
      setOutcome({ is: 'waiting' })
      show(link, confirm())
    },
  ]
}

const LOGIN = { path: '/auth/login', text: 'Log in' }
const SETTINGS = { path: '/settings-page?section=account', text: 'Go to settings' }
const ADVICE = {
  token: 'If your address is not confirmed yet, log in to get a new link.',
  change: 'If your address has not changed yet, ask for a new link in Settings.',
  proof: 'Ask for a new link on the page that asked you to confirm that it is you.',
}
const TITLES = { token: undefined, change: undefined, proof: 'Confirm that it is you' }
const QUESTIONS = {
  token: { text: 'Is this your e-mail address?', action: 'Confirm address' },
  change: { text: 'Your account will use this e-mail address:', action: 'Use this address' },
  proof: {
    text: 'Did you just ask for this link? If not, go to Settings and end the sessions that you do not recognise.',
    action: 'Yes, it is me',
  },
}

/** The page of the mailed links that confirm an address or a person. */
export function VerifyEmailPage() {
  const [outcome, confirm] = useLink()
  const next = useSession() ? SETTINGS : LOGIN
  if (outcome.is === 'failed') {
    return (
      <ConfirmLink title={TITLES[outcome.link]} problem={outcome.message} next={next}>
        {ADVICE[outcome.link]}
      </ConfirmLink>
    )
  }
  if (outcome.is === 'unconfirmed') {
    const question = QUESTIONS[outcome.link]
    return (
      <ConfirmLink
        title={TITLES[outcome.link]}
        action={question.action}
        onConfirm={() => confirm(outcome)}
        next={next}
      >
        <p>
          {question.text} <strong className="block wrap-anywhere">{outcome.address}</strong>
        </p>
      </ConfirmLink>
    )
  }
  if (outcome.is === 'proved') {
    return (
      <ConfirmLink title={TITLES.proof} next={next}>
        <p>Thank you. Go back to the page that asked you. It continues by itself.</p>
      </ConfirmLink>
    )
  }
  if (outcome.is === 'confirmed') {
    return (
      <ConfirmLink next={next}>
        <p>
          <strong>Confirmed.</strong> Your e-mail address is confirmed.
        </p>
        <p className="mt-2 text-muted">
          If we do not accept your password, tap ‘Forgot your password?’ on the login page.
        </p>
      </ConfirmLink>
    )
  }
  if (outcome.is === 'changed') {
    return (
      <ConfirmLink next={next}>
        <p>
          <strong>Confirmed.</strong> Your account now uses <strong>{outcome.email}</strong>. Log in with it
          from now on.
        </p>
      </ConfirmLink>
    )
  }
  return <ConfirmLink next={next} />
}
