import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from '#web/platform/router/use-router.ts'
import { Credentials, type Session } from '#contract/accounts/accounts.ts'
import { ownPath } from '#contract/own-path.ts'
import type { Location } from '#web/platform/router/location.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { Field, PasswordField } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { SubmitButton } from '#web/platform/forms/SubmitButton.tsx'
import { AUTH_FAULT, fieldOf, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { dismissToastsTitled, showToast } from '#web/platform/ui/toasts/toast.ts'
import { ProviderButtons } from '#web/accounts/oauth/ProviderButtons.tsx'
import { ResendButton } from '#web/accounts/registration/ResendButton.tsx'
import type { LoginArrival } from './ForAnonymous.tsx'
import { missingForSignIn } from './sign-in-needs.ts'
import { takeLinkSecret } from './link-secret.ts'
import { SignInLink } from './SignInLink.tsx'
import { SignInLinkButton } from './SignInLinkButton.tsx'
import { TwoFactorStep } from '#web/accounts/two-factor/TwoFactorStep.tsx'
import { PhoneSignIn } from '#web/accounts/phone-sign-in/PhoneSignIn.tsx'
import { usePhoneOption } from '#web/accounts/phone-sign-in/use-phone-option.ts'
import { findEndReason } from './end-reason.ts'
import { useSignIn } from './use-sign-in.ts'

const FAILED = 'Login failed'
const HASH_SECRET = /^#(challenge|link)=([\w-]{43})$/

/** The secret of a provider or a mailed link, which is removed from the address. */
function useHashSecret(): Partial<Record<'challenge' | 'link', string>> {
  const { hash } = useLocation()
  const isHydrated = useHydrated()
  const [, name, secret] = HASH_SECRET.exec(hash) ?? []
  useEffect(() => {
    if (name) takeLinkSecret(name)
  }, [name, secret])
  return isHydrated && name ? { [name]: secret } : {}
}

/** Shown to people whose session was ended on another device or by a moderator. */
function EndReason() {
  const { state } = useLocation() as Location<LoginArrival | null>
  const isHydrated = useHydrated()
  const reason = isHydrated ? findEndReason(state?.wasOpen ?? false) : undefined
  return (
    <p role="status" className="mb-4 rounded-card bg-accent-soft px-4 py-3 text-sm empty:hidden">
      {reason}
    </p>
  )
}

export function LoginForm() {
  const signIn = useSignIn()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const fromHash = useHashSecret()
  const [current, setCurrent] = useState<string>()
  const challenge = current ?? fromHash.challenge

  const phone = usePhoneOption()

  function enter(session: Session, isNew = false) {
    dismissToastsTitled(FAILED)
    if (isNew) showToast('Registration successful', 'Account created!')
    else showToast('Logged in successfully', 'Welcome back!')
    signIn(session, ownPath(search.get('next')))
  }

  function goBack() {
    setCurrent(undefined)
    navigate({ search: search.toString() }, { replace: true })
  }

  if (challenge) return <TwoFactorStep challenge={challenge} onSession={enter} onBack={goBack} />
  if (fromHash.link) {
    return <SignInLink token={fromHash.link} onSession={enter} onChallenge={setCurrent} onBack={goBack} />
  }
  if (phone.isByPhone) return <PhoneSignIn isNew={false} {...phone.form} action="Log in" onSession={enter} />
  return (
    <>
      <EndReason />
      <PasswordForm onSession={enter} onChallenge={setCurrent} />
      <ProviderButtons onPhone={phone.start} />
    </>
  )
}

interface Offer {
  is: 'confirm' | 'link'
  email: string
}

const OFFERS: Partial<Record<ApiError['code'], Offer['is']>> = {
  'email-not-confirmed': 'confirm',
  'too-many-logins': 'link',
  'too-many-logins-here': 'link',
}

interface PasswordFormProps {
  onSession: (session: Session) => void
  onChallenge: (challenge: string) => void
}

function PasswordForm({ onSession, onChallenge }: PasswordFormProps) {
  const api = useApi()
  const form = useZodForm(Credentials, { email: '', password: '' })
  const { isSubmitting, isSubmitSuccessful } = form.formState
  const [offer, setOffer] = useState<Offer>()

  const submit = form.handleSubmit(async (credentials) => {
    dismissToastsTitled('Login required')
    const missing = missingForSignIn()
    // The problem is already on the page, above the form.
    if (missing) return showToast(FAILED)
    try {
      const { session, challenge } = await api.call('login', { body: credentials })
      if (session) onSession(session)
      else if (challenge) onChallenge(challenge)
    } catch (error) {
      showProblem(form, error, AUTH_FAULT)
      showToast(FAILED)
      const is = error instanceof ApiError ? OFFERS[error.code] : undefined
      setOffer(is && { is, email: credentials.email })
    }
  })

  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      {offer?.is === 'confirm' && <ResendButton email={offer.email} />}
      {offer?.is === 'link' && <SignInLinkButton email={offer.email} />}
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        {...fieldOf(form, 'email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...fieldOf(form, 'password')} />
      <Link
        to="/auth/reset-password"
        className="link inline-flex min-h-11 items-center justify-self-start text-sm"
      >
        Forgot your password?
      </Link>
      <SubmitButton action="Logging in" disabled={isSubmitting || isSubmitSuccessful}>
        {isSubmitting ? 'Logging in…' : 'Log in'}
      </SubmitButton>
    </Form>
  )
}
