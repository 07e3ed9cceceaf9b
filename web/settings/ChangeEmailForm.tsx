import { useState } from 'react'
import { EmailChange } from '#contract/accounts/account-settings.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

interface ChangeEmailFormProps {
  /** True if the account has no address yet. */
  isFirst: boolean
  onCancel: () => void
}

export function ChangeEmailForm({ isFirst, onCancel }: ChangeEmailFormProps) {
  const api = useApi()
  const [sentTo, setSentTo] = useState<string>()
  const form = useZodForm(EmailChange, { email: '' })
  const { isSubmitting } = form.formState

  const submit = submitTo(form, async (body) => {
    await api.call('changeEmail', { body })
    showToast('Check your e-mail', 'Open the link that we sent to your new address.')
    setSentTo(body.email)
  })

  if (sentTo) {
    return (
      <p role="status" className="mt-3">
        We sent a link to <strong>{sentTo}</strong>. Open it within 24 hours to use that address. Until then,
        nothing changes.
      </p>
    )
  }
  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid max-w-md gap-4">
      <Field
        label={isFirst ? 'E-mail address' : 'New e-mail address'}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...fieldOf(form, 'email')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={isSubmitting && 'Sending…'}>
          Send link
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  )
}
