import { useState } from 'react'
import { sessionsContract } from '#contract/accounts/accounts.ts'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { SubmitButton } from '#web/platform/forms/SubmitButton.tsx'
import { showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { showToast } from '#web/platform/ui/toast.ts'

export function ResetPasswordPage() {
  const api = useApi()
  const [sentTo, setSentTo] = useState<string>()
  const form = useZodForm(sessionsContract.requestPasswordReset.body, { email: '' })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (body) => {
    try {
      await api.call('requestPasswordReset', { body })
      setSentTo(body.email)
      showToast('Check your email for a password reset link')
    } catch (error) {
      showProblem(form, error)
      showToast('Reset password failed', form.formState.errors.root?.message ?? 'Failed to send reset email')
    }
  })

  return (
    <AuthCard title="Reset Password">
      <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <p className="text-muted">
          Tell us your e-mail address, and we send you a link to choose a new password.
        </p>
        <FormError message={errors.root?.message} />
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <SubmitButton action="Resetting a password" disabled={isSubmitting}>
          {isSubmitting ? 'Sending…' : 'Send Reset Link'}
        </SubmitButton>
        <p role="status" className="text-sm text-muted">
          {sentTo && `If ${sentTo} has an account here, a link is on its way. Check your spam folder too.`}
        </p>
        <Link to="/auth/login" className="link inline-flex min-h-11 items-center justify-self-center">
          Back to login
        </Link>
      </form>
    </AuthCard>
  )
}
