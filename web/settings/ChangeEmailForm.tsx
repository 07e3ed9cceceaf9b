import { useState } from 'react'
import { EmailChange } from '#contract/account-settings.ts'
import { useApi } from '#web/api/api-context.ts'
import { Field, PasswordField } from '#web/forms/Field.tsx'
import { FormError } from '#web/forms/FormError.tsx'
import { useZodForm } from '#web/forms/use-zod-form.ts'
import { showToast } from '#web/ui/toast.ts'
import { showProof } from './show-proof.ts'

interface ChangeEmailFormProps {
  /** Those who sign in through a provider have none to type. */
  hasPassword: boolean
  onCancel: () => void
}

export function ChangeEmailForm({ hasPassword, onCancel }: ChangeEmailFormProps) {
  const api = useApi()
  const [sentTo, setSentTo] = useState<string>()
  const form = useZodForm(EmailChange, { email: '', ...(hasPassword && { password: '' }) })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (body) => {
    try {
      await api.call('changeEmail', { body })
      showToast('Check your e-mail', 'Open the link that we sent to your new address.')
      setSentTo(body.email)
    } catch (error) {
      showProof(form, error)
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
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-3 grid max-w-md gap-4">
      <FormError message={errors.root?.message} />
      <Field
        label="New e-mail address"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      {hasPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
      )}
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
