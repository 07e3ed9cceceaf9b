import { useEffect } from 'react'
import { PhoneToVerify } from '#contract/accounts/phone.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { showFailure, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { dismissToastsTitled } from '#web/platform/ui/toast.ts'
import { SEND_FAILED } from './PhoneCodeForm.tsx'

interface NumberProps {
  /** To begin with. */
  number: string
  takesFocus: boolean
  /** With the number as the server understood it. */
  onSent: (phone: string) => void
}

export function PhoneNumberForm({ number, takesFocus, onSent }: NumberProps) {
  const api = useApi()
  const form = useZodForm(PhoneToVerify, { phone: number })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (takesFocus) setFocus('phone')
  }, [setFocus, takesFocus])

  const submit = form.handleSubmit(async (body) => {
    try {
      const { phone } = await api.call('sendPhoneCode', { body })
      dismissToastsTitled(SEND_FAILED)
      onSent(phone)
    } catch (error) {
      showProblem(form, error)
      showFailure(SEND_FAILED, error)
    }
  })

  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="mt-3 grid gap-3">
      <p className="text-sm text-muted">A verified number shows buyers that you can be reached.</p>
      <FormError message={errors.root?.message} />
      <Field
        label="Phone number"
        hint="For example 024 123 4567. Other countries with +."
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <button type="submit" className="button button-primary justify-self-start" disabled={isSubmitting}>
        {isSubmitting ? 'Sending…' : 'Send code'}
      </button>
    </form>
  )
}
