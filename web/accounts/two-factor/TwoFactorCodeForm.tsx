import { type MouseEvent, useEffect } from 'react'
import * as z from 'zod/mini'
import { SecondFactor } from '#contract/accounts/two-factor.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, showFailure, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { dismissToastsTitled } from '#web/platform/ui/toasts/toast.ts'

const Fields = z.object({ code: SecondFactor })

interface CodeFormProps {
  action: string
  busy: string
  /** Title of the toast when it fails. */
  failure: string
  send: (code: string) => Promise<void>
  onCancel: (event: MouseEvent<HTMLElement>) => void
}

/** Requires the second factor, so that a stranger at the person's open browser cannot change it. */
export function TwoFactorCodeForm({ action, busy, failure, send, onCancel }: CodeFormProps) {
  const form = useZodForm(Fields, { code: '' })
  const { isSubmitting, isSubmitSuccessful } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])

  const submit = submitTo(
    form,
    async ({ code }) => {
      await send(code)
      dismissToastsTitled(failure)
    },
    (error) => showFailure(failure, error),
  )

  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-3">
      <Field
        label="Verification code"
        hint="6 digits from your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'code')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" disabled={isSubmitSuccessful} busy={isSubmitting && busy}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  )
}
