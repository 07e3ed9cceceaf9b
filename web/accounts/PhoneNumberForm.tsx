import { useEffect } from 'react'
import { PhoneToVerify } from '#contract/phone.ts'
import { useApi } from '#web/api/api-context.ts'
import { Field } from '#web/forms/Field.tsx'
import { FormError } from '#web/forms/FormError.tsx'
import { messageOf, showProblem, useZodForm } from '#web/forms/use-zod-form.ts'
import { showToast } from '#web/ui/toast.ts'

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
      onSent(phone)
    } catch (error) {
      showProblem(form, error)
      showToast('Failed to send verification code', messageOf(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-3 grid gap-3">
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
