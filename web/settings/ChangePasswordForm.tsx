import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { NewPassword } from '#contract/accounts/accounts.ts'
import { withConfirmation } from '#web/accounts/passwords/new-password.ts'
import { NewPasswordFields } from '#web/accounts/passwords/NewPasswordFields.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { PasswordField } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, showFailure, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { showProof } from '#web/accounts/passwords/show-proof.ts'

const Fields = withConfirmation(
  z.object({
    current: z.string().check(z.minLength(1, 'This field is required')),
    password: NewPassword,
  }),
)

interface ChangePasswordFormProps {
  /** Name of the account for password managers. */
  login: string
  onDone: () => void
}

export function ChangePasswordForm({ login, onDone }: ChangePasswordFormProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useZodForm(Fields, { current: '', password: '', confirmPassword: '' })
  const { isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ current, password }) => {
    try {
      await api.call('updatePassword', { body: { current, password } })
      showToast('Password updated', 'We ended your other sessions.')
      void queryClient.invalidateQueries({ queryKey: ['settings'] })
      onDone()
    } catch (error) {
      showProof(form, error, 'current')
      showFailure('Password update failed', error)
    }
  })

  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid max-w-md gap-4">
      <input autoComplete="username" value={login} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...fieldOf(form, 'current')} />
      <NewPasswordFields label="New password" form={form} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={isSubmitting && 'Updating…'}>
          Update Password
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Form>
  )
}
