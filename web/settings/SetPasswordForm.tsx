import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { NewPassword } from '#contract/accounts/accounts.ts'
import { withConfirmation } from '#web/accounts/passwords/new-password.ts'
import { NewPasswordFields } from '#web/accounts/passwords/NewPasswordFields.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

const Fields = withConfirmation(z.object({ password: NewPassword }))

interface SetPasswordFormProps {
  /** Name of the account for password managers. */
  login: string
  onDone: () => void
}

/**
 * Sets the first password of a person who logs in with their number. The server requires a proof if they
 * logged in a while ago.
 */
export function SetPasswordForm({ login, onDone }: SetPasswordFormProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useZodForm(Fields, { password: '', confirmPassword: '' })

  const submit = submitTo(form, async ({ password }) => {
    await api.call('updatePassword', { body: { password } })
    showToast('Password set', 'We ended your other sessions.')
    void queryClient.invalidateQueries({ queryKey: ['settings'] })
    onDone()
  })

  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid max-w-md gap-4">
      <p className="text-sm text-muted">
        On a new device, we ask for your password as well as the code. Your number alone is then not enough to
        log in.
      </p>
      <input autoComplete="username" value={login} readOnly hidden />
      <NewPasswordFields label="New password" form={form} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={form.formState.isSubmitting && 'Saving…'}>
          Set password
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Form>
  )
}
