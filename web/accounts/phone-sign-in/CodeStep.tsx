import { type ChangeEvent, useEffect } from 'react'
import * as z from 'zod/mini'
import { PhoneCode } from '#contract/accounts/phone.ts'
import { MailButton } from '#web/accounts/MailButton.tsx'
import { PhoneCodeField } from '#web/accounts/phone/PhoneCodeField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmailLinkButton } from './EmailLinkButton.tsx'
import type { Typed } from './use-phone-sign-in.ts'
import { useRequestCode } from './use-request-code.ts'

const Fields = z.object({ code: PhoneCode })

interface CodeStepProps {
  typed: Typed
  action: string
  note?: string
  /** True if codes are requested so often that only numbers with an account get one. */
  onlyKnown: boolean
  send: (code: string) => Promise<unknown>
}

const OnlyKnown = () => (
  <>
    Many people are asking for codes, so we send them only to numbers that have an account. To create an
    account, use e-mail or come back in an hour. If your number has one, a code is on its way to{' '}
  </>
)

export function CodeStep({ typed: { phone }, action, note, onlyKnown, send }: CodeStepProps) {
  const { request } = useRequestCode()
  const form = useZodForm(Fields, { code: '' })
  const { isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])

  const submit = submitTo(form, ({ code }) => send(code))
  const { onChange, ...field } = fieldOf(form, 'code')

  /** Sends the code as soon as its last digit is typed or filled in by the phone. */
  async function change(event: ChangeEvent<HTMLInputElement>) {
    const isWhole = /^\d{4}$/.test(event.target.value)
    await onChange(event)
    if (isWhole && !isSubmitting) await submit()
  }

  return (
    <>
      <Form form={form} onSubmit={submit} className="grid gap-4">
        <p role="status">
          {onlyKnown ? <OnlyKnown /> : 'We sent a code to '}
          <strong>{phone}</strong>. It works for 10 minutes. {note}
        </p>
        <PhoneCodeField onChange={(event) => void change(event)} {...field} />
        <Button type="submit" look="primary" busy={isSubmitting && 'Checking…'}>
          {action}
        </Button>
      </Form>
      <MailButton
        text="Send a new code"
        sentText="A new code is on its way. The old one no longer works."
        send={() => request(phone)}
      />
      <EmailLinkButton phone={phone} />
    </>
  )
}
