import { useSearchParams } from 'react-router'
import { Credentials } from '#contract/accounts.ts'
import { useApi } from '#web/api/api-context.ts'
import { ApiError } from '#web/api/client.ts'
import { Field, PasswordField } from '#web/forms/Field.tsx'
import { FormError } from '#web/forms/FormError.tsx'
import { showProblem, useZodForm } from '#web/forms/use-zod-form.ts'
import { Link } from '#web/ui/Link.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ResendButton } from './ResendButton.tsx'
import { ownPath } from './return-to.ts'
import { useSignIn } from './use-sign-in.ts'

export function LoginForm() {
  const api = useApi()
  const signIn = useSignIn()
  const [search] = useSearchParams()
  const form = useZodForm(Credentials, { email: '', password: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  const submit = form.handleSubmit(async (credentials) => {
    try {
      const { session } = await api.call('login', { body: credentials })
      if (!session) return
      showToast('Logged in successfully', 'Welcome back!')
      signIn(session, ownPath(search.get('next')))
    } catch (error) {
      showProblem(form, error)
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
