import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { NewPassword } from '#contract/accounts.ts'
import { passwordsMatch } from '#web/accounts/new-password.ts'
import { NewPasswordFields } from '#web/accounts/NewPasswordFields.tsx'
import { useApi } from '#web/api/api-context.ts'
import { PasswordField } from '#web/forms/Field.tsx'
import { FormError } from '#web/forms/FormError.tsx'
import { messageOf, useZodForm } from '#web/forms/use-zod-form.ts'
import { showToast } from '#web/ui/toast.ts'
import { showProof } from './show-proof.ts'

const Fields = z
  .object({
    current: z.string().check(z.minLength(1, 'This field is required')),
    password: NewPassword,
    confirmPassword: z.string(),
  })
  .check(passwordsMatch)

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
      showToast('Password update failed', messageOf(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-3 grid max-w-md gap-4">
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
