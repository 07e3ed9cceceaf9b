import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Credentials, type Session } from '#contract/accounts.ts'
import { ownPath } from '#contract/own-path.ts'
import { useApi } from '#web/api/api-context.ts'
import { ApiError } from '#web/api/client.ts'
import { useHydrated } from '#web/app/use-hydrated.ts'
import { Field, PasswordField } from '#web/forms/Field.tsx'
import { FormError } from '#web/forms/FormError.tsx'
import { AUTH_FAULT, showProblem, useZodForm } from '#web/forms/use-zod-form.ts'
import { Link } from '#web/ui/Link.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ProviderButtons } from './ProviderButtons.tsx'
import { ResendButton } from './ResendButton.tsx'
import { takeLinkSecret } from './link-secret.ts'
import { TwoFactorStep } from './TwoFactorStep.tsx'
import { useSignIn } from './use-sign-in.ts'

/** The challenge that a provider or a mailed link brought here, which does not stay in the address. */
function useBroughtChallenge(): string | undefined {
  const { hash } = useLocation()
  const isHydrated = useHydrated()
  const secret = /^#challenge=([\w-]{43})$/.exec(hash)?.[1]
  useEffect(() => {
    if (secret) takeLinkSecret('challenge')
  }, [secret])
  return isHydrated ? secret : undefined
}

export function LoginForm() {
  const signIn = useSignIn()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const brought = useBroughtChallenge()
  const [given, setGiven] = useState<string>()
  const challenge = given ?? brought

  function enter(session: Session) {
    showToast('Logged in successfully', 'Welcome back!')
    signIn(session, ownPath(search.get('next')))
  }

  function goBack() {
    setGiven(undefined)
    void navigate({ search: search.toString() }, { replace: true })
  }

  if (challenge) return <TwoFactorStep challenge={challenge} onSession={enter} onBack={goBack} />
  return (
    <>
      <PasswordForm onSession={enter} onChallenge={setGiven} />
      <ProviderButtons />
    </>
  )
}

interface PasswordFormProps {
  onSession: (session: Session) => void
  onChallenge: (challenge: string) => void
}

function PasswordForm({ onSession, onChallenge }: PasswordFormProps) {
  const api = useApi()
  const form = useZodForm(Credentials, { email: '', password: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  const submit = form.handleSubmit(async (credentials) => {
    try {
      const { session, challenge } = await api.call('login', { body: credentials })
      if (session) onSession(session)
      else if (challenge) onChallenge(challenge)
    } catch (error) {
      showProblem(form, error, AUTH_FAULT)
      showToast('Login failed')
      if (error instanceof ApiError && error.code === 'email-not-confirmed') {
        form.setError('root.unconfirmed', { message: credentials.email })
      }
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <FormError message={errors.root?.message} />
      {errors.root?.unconfirmed && <ResendButton email={String(errors.root.unconfirmed.message)} />}
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Link
        to="/auth/reset-password"
        className="link inline-flex min-h-11 items-center justify-self-start text-sm"
      >
        Forgot your password?
      </Link>
      <button type="submit" className="button button-primary" disabled={isSubmitting || isSubmitSuccessful}>
        {isSubmitting ? 'Logging in…' : 'Login'}
      </button>
    </form>
  )
}
