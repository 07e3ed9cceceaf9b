import { useEffect } from 'react'
import * as z from 'zod/mini'
import { SecondFactor } from '#contract/two-factor.ts'
import { useApi } from '#web/api/api-context.ts'
import { Field } from '#web/forms/Field.tsx'
import { FormError } from '#web/forms/FormError.tsx'
import { messageOf, showProblem, useZodForm } from '#web/forms/use-zod-form.ts'
import { showToast } from '#web/ui/toast.ts'

const Fields = z.object({ code: SecondFactor })

/** Who only sits at the person's open browser cannot turn it off. */
export function TwoFactorOff({ onDisabled, onCancel }: { onDisabled: () => void; onCancel: () => void }) {
  const api = useApi()
  const form = useZodForm(Fields, { code: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])

  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await api.call('disableTwoFactor', { body: { code } })
      showToast('Two-factor authentication is off')
      onDisabled()
    } catch (error) {
      showProblem(form, error)
      showToast('Failed to disable 2FA', messageOf(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-3 grid gap-3">
      <FormError message={errors.root?.message} />
      <Field
        label="Verification code"
        hint="6 digits from your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button button-primary" disabled={isSubmitting || isSubmitSuccessful}>
          {isSubmitting ? 'Disabling…' : 'Disable'}
        </button>
        <button type="button" className="button button-quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
