import { useState } from 'react'
import { EmailChange } from '#contract/accounts/account-settings.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { showToast } from '#web/platform/ui/toast.ts'

export function ChangeEmailForm({ onCancel }: { onCancel: () => void }) {
  const api = useApi()
  const [sentTo, setSentTo] = useState<string>()
  const form = useZodForm(EmailChange, { email: '' })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (body) => {
    try {
      await api.call('changeEmail', { body })
      showToast('Check your e-mail', 'Open the link that we sent to your new address.')
      setSentTo(body.email)
    } catch (error) {
      showProblem(form, error)
    }
  })

  if (sentTo) {
    return (
      <p role="status" className="mt-3">
        We sent a link to <strong>{sentTo}</strong>. Open it within 24 hours, and your account uses that
        address. Until then nothing changes.
      </p>
    )
  }
  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      className="mt-3 grid max-w-md gap-4"
    >
      <FormError message={errors.root?.message} />
      <Field
        label="New e-mail address"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button button-primary" disabled={isSubmitting}>
          {isSubmitting ? 'Sending…' : 'Send link'}
        </button>
        <button type="button" className="button button-quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
