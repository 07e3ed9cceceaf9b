import { useEffect } from 'react'
import * as z from 'zod/mini'
import { SecondFactor } from '#contract/accounts/two-factor.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { showFailure, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { dismissToastsTitled } from '#web/platform/ui/toast.ts'

const Fields = z.object({ code: SecondFactor })

interface CodeFormProps {
  action: string
  busy: string
  /** Title of the toast when it fails. */
  failure: string
  send: (code: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the second factor itself: who only sits at the person's open browser changes nothing about it. */
export function TwoFactorCodeForm({ action, busy, failure, send, onCancel }: CodeFormProps) {
  const form = useZodForm(Fields, { code: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])

  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await send(code)
      dismissToastsTitled(failure)
    } catch (error) {
      showProblem(form, error)
      showFailure(failure, error)
    }
  })

  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="mt-3 grid gap-3">
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
          {isSubmitting ? busy : action}
        </button>
        <button type="button" className="button button-quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
