import { useEffect } from 'react'
import { PhoneToVerify } from '#contract/accounts/phone.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, showFailure, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { dismissToastsTitled } from '#web/platform/ui/toasts/toast.ts'
import { SEND_FAILED } from './PhoneCodeForm.tsx'

interface NumberProps {
  /** Initial number. */
  number: string
  takesFocus: boolean
  /** Called with the number as the server understood it. */
  onSent: (phone: string) => void
}

export function PhoneNumberForm({ number, takesFocus, onSent }: NumberProps) {
  const api = useApi()
  const form = useZodForm(PhoneToVerify, { phone: number })
  const { isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (takesFocus) setFocus('phone')
  }, [setFocus, takesFocus])

  const submit = submitTo(
    form,
    async (body) => {
      const { phone } = await api.call('sendPhoneCode', { body })
      dismissToastsTitled(SEND_FAILED)
      onSent(phone)
    },
    (error) => showFailure(SEND_FAILED, error),
  )

  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-3">
      <p className="text-sm text-muted">A verified number shows buyers that they can reach you.</p>
      <Field
        label="Phone number"
        hint="For example 024 123 4567. For other countries, start with +."
        type="tel"
        autoComplete="tel"
        {...fieldOf(form, 'phone')}
      />
      <Button type="submit" look="primary" className="justify-self-start" busy={isSubmitting && 'Sending…'}>
        Send code
      </Button>
    </Form>
  )
}
