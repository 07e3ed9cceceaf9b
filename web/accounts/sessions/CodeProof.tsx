import { useState } from 'react'
import * as z from 'zod/mini'
import { PhoneCode } from '#contract/accounts/phone.ts'
import { PhoneCodeField } from '#web/accounts/phone/PhoneCodeField.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, messageOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { settleProof } from './proof.ts'

const Fields = z.object({ code: PhoneCode })

/** Proof for people who log in with their number and have no password. */
export function CodeProof({ phone }: { phone: string }) {
  const api = useApi()
  const form = useZodForm(Fields, { code: '' })
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [failure, setFailure] = useState<string>()

  async function send() {
    setState('sending')
    setFailure(undefined)
    try {
      await api.call('requestProofCode', { body: {} })
      setState('sent')
    } catch (error) {
      setState('idle')
      setFailure(messageOf(error))
    }
  }

  const submit = submitTo(form, async (body) => {
    await api.call('reauthenticate', { body })
    settleProof(true)
  })

  const isSent = state === 'sent'
  return (
    <div className="mt-4 grid gap-4">
      <p role="status" className="text-sm text-muted">
        {failure ?? (isSent ? `We sent a code to ${phone}. It works for 10 minutes.` : undefined)}
      </p>
      {isSent && (
        <Form form={form} onSubmit={submit} className="grid gap-4">
          <PhoneCodeField {...fieldOf(form, 'code')} />
          <Button type="submit" look="primary" busy={form.formState.isSubmitting && 'Checking…'}>
            Confirm
          </Button>
        </Form>
      )}
      <Button
        look={isSent ? 'quiet' : 'primary'}
        busy={state === 'sending' && 'Sending…'}
        onClick={() => void send()}
      >
        {isSent ? 'Send a new code' : `Send a code to ${phone}`}
      </Button>
    </div>
  )
}
