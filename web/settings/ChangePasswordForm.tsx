import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { NewPassword } from '#contract/accounts/accounts.ts'
import { withConfirmation } from '#web/accounts/passwords/new-password.ts'
import { NewPasswordFields } from '#web/accounts/passwords/NewPasswordFields.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { PasswordField } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { showFailure, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { showToast } from '#web/platform/ui/toast.ts'
import { showProof } from './show-proof.ts'

const Fields = withConfirmation(
  z.object({
    current: z.string().check(z.minLength(1, 'This field is required')),
    password: NewPassword,
  }),
)

interface ChangePasswordFormProps {
  /** Of the account, for the program that keeps its passwords. */
  email: string
  onDone: () => void
}

export function ChangePasswordForm({ email, onDone }: ChangePasswordFormProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useZodForm(Fields, { current: '', password: '', confirmPassword: '' })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ current, password }) => {
    try {
      await api.call('updatePassword', { body: { current, password } })
      showToast('Password updated', 'Your other sessions were ended.')
      void queryClient.invalidateQueries({ queryKey: ['settings'] })
      onDone()
    } catch (error) {
      showProof(form, error, 'current')
      showFailure('Password update failed', error)
    }
  })

  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      className="mt-3 grid max-w-md gap-4"
    >
      <FormError message={errors.root?.message} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...form.register('current')}
      />
      <NewPasswordFields label="New password" form={form} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button button-primary" disabled={isSubmitting}>
          {isSubmitting ? 'Updating…' : 'Update Password'}
        </button>
        <button type="button" className="button button-quiet" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  )
}
