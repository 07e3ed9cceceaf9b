import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { PersonName } from '#contract/accounts/accounts.ts'
import { PhoneNumber } from '#contract/accounts/phone.ts'
import { missingForSignIn } from '#web/accounts/sessions/sign-in-needs.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { AUTH_FAULT, fieldOf, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Agreement } from './Agreement.tsx'
import { EmailLinkButton } from './EmailLinkButton.tsx'
import type { Typed } from './use-phone-sign-in.ts'
import { useRequestCode } from './use-request-code.ts'

const Number = z.object({ phone: PhoneNumber, name: z.string() })
const NumberAndName = z.object({ phone: PhoneNumber, name: PersonName })

/** True if this person or others have requested too many codes. */
const isRateLimit = (error: unknown) => {
  const status = statusOf(error)
  return status === 429 || status === 503
}

interface NumberStepProps {
  isNew: boolean
  typed: Typed
  check?: () => boolean
  /** Called with the number as the server understood it. */
  onSent: (typed: Typed, onlyKnown: boolean) => void
}

export function NumberStep({ isNew, typed, check, onSent }: NumberStepProps) {
  const form = useZodForm(isNew ? NumberAndName : Number, { phone: typed.phone, name: typed.name })
  const { prepare, request, isChecking } = useRequestCode()
  const [refused, setRefused] = useState<string>()
  const { setFocus } = form
  useEffect(() => void prepare(), [prepare])
  useEffect(() => setFocus(isNew ? 'name' : 'phone'), [isNew, setFocus])

  const submit = form.handleSubmit(async ({ phone, name }) => {
    if (check && !check()) return
    const missing = missingForSignIn()
    if (missing) return form.setError('root', { message: missing })
    try {
      const reply = await request(phone)
      onSent({ phone: reply.phone, name, code: '' }, reply.onlyKnown)
    } catch (error) {
      if (isRateLimit(error)) setRefused(phone)
      showProblem(form, error, AUTH_FAULT)
    }
  })

  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      {isNew && <Field label="Name" autoComplete="name" {...fieldOf(form, 'name')} />}
      <Field
        label="Phone number"
        hint="For example 024 123 4567. For other countries, start with +."
        type="tel"
        autoComplete="tel"
        {...fieldOf(form, 'phone')}
      />
      {isNew && <Agreement />}
      <Button
        type="submit"
        look="primary"
        busy={form.formState.isSubmitting && (isChecking ? 'Checking your browser…' : 'Sending…')}
      >
        Send code
      </Button>
      {refused !== undefined && <EmailLinkButton phone={refused} />}
    </Form>
  )
}
