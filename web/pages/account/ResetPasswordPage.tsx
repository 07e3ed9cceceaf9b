import { useState } from 'react'
import { sessionsContract } from '#contract/accounts/accounts.ts'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { SubmitButton } from '#web/platform/forms/SubmitButton.tsx'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

export function ResetPasswordPage() {
  const api = useApi()
  const { phoneSignIn } = usePublicConfig()
  const [sentTo, setSentTo] = useState<string>()
  const form = useZodForm(sessionsContract.requestPasswordReset.body, { email: '' })
  const { isSubmitting } = form.formState

  const submit = submitTo(
    form,
    async (body) => {
      await api.call('requestPasswordReset', { body })
      setSentTo(body.email)
      showToast('Check your email for a password reset link')
    },
    () =>
      showToast('Reset password failed', form.formState.errors.root?.message ?? 'Failed to send reset email'),
  )

  return (
    <AuthCard title="Reset Password">
      <Form form={form} onSubmit={submit} className="grid gap-4">
        <p className="text-muted">
          Enter your e-mail address, and we send you a link to choose a new password.
          {phoneSignIn && ' If you log in with your phone number, you need only a code and no password.'}
        </p>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          {...fieldOf(form, 'email')}
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
      </Form>
    </AuthCard>
  )
}
