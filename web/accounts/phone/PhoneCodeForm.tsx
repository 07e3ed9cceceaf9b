import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { PhoneCode } from '#contract/accounts/phone.ts'
import { PhoneCodeField } from '#web/accounts/phone/PhoneCodeField.tsx'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { forgetTypedField } from '#web/platform/forms/use-form-draft.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, showFailure, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { dismissToastsTitled } from '#web/platform/ui/toasts/toast.ts'

const Fields = z.object({ code: PhoneCode })
export const SEND_FAILED = 'Failed to send verification code'

interface CodeProps {
  phone: string
  takesFocus: boolean
  onVerified: () => Promise<void>
  onChangeNumber: () => void
}

function SendAgain({ phone }: { phone: string }) {
  const api = useApi()
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')

  async function send() {
    setState('sending')
    try {
      await api.call('sendPhoneCode', { body: { phone } })
      dismissToastsTitled(SEND_FAILED)
      setState('sent')
    } catch (error) {
      setState('idle')
      showFailure(SEND_FAILED, error)
    }
  }

  return (
    <>
      <Button busy={state === 'sending' && 'Sending…'} onClick={() => void send()}>
        Send a new code
      </Button>
      <span role="status" className="text-sm text-muted">
        {state === 'sent' && 'A new code is on its way. The old one no longer works.'}
      </span>
    </>
  )
}

export function PhoneCodeForm({ phone, takesFocus, onVerified, onChangeNumber }: CodeProps) {
  const api = useApi()
  const form = useZodForm(Fields, { code: '' })
  const { isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (takesFocus) setFocus('code')
  }, [setFocus, takesFocus])

  const submit = submitTo(form, async ({ code }) => {
    await api.call('verifyPhone', { body: { phone, code } })
    // Otherwise saving the profile would restore a number typed before.
    const personId = readSession()?.user.id
    if (personId) forgetTypedField({ personId, name: 'profile' }, 'phone')
    await onVerified()
  })

  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-3">
      <p role="status" className="text-sm text-muted">
        We sent a code to <strong>{phone}</strong>. It works for 10 minutes.
      </p>
      <PhoneCodeField {...fieldOf(form, 'code')} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" busy={isSubmitting && 'Checking…'}>
          Verify
        </Button>
        <Button onClick={onChangeNumber}>Change Number</Button>
        <SendAgain phone={phone} />
      </div>
    </Form>
  )
}
