import { type SubmitEvent, useState } from 'react'
import type { ImeiAnswer } from '#contract/imei/imei.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { SubmitButton } from '#web/platform/forms/SubmitButton.tsx'
import { ImeiInput } from './ImeiInput.tsx'
import { useImei } from './use-imei.ts'

const ANSWERS: Record<ImeiAnswer, string> = {
  stolen:
    'Somebody reported a phone with this number stolen. We cannot check that. Ask where it is from, ask for the receipt, and do not pay until you are sure.',
  match: 'This is the phone in the listing, and nobody has reported it stolen here.',
  other:
    'This is not the phone in the listing. Nobody has reported it stolen here. Ask the seller about it before you pay.',
  none: 'Nobody has reported this phone stolen here. It may still be stolen, so test it and look at its papers.',
}

/** Checks a phone's IMEI for a buyer who holds the phone. */
export function CheckPhone({ productId }: { productId: string | undefined }) {
  const api = useApi()
  const { field, send, isSending } = useImei()
  const [answer, setAnswer] = useState<ImeiAnswer>()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setAnswer(undefined)
    void send(async (imei) => {
      const reply = await api.call('checkImei', { body: { imei, productId } })
      setAnswer(reply.answer)
    })
  }

  return (
    <form method="post" noValidate className="grid gap-3" onSubmit={submit}>
      <ImeiInput label="IMEI of the phone in your hand" {...field} />
      <div>
        <SubmitButton action="Checking a phone" aria-disabled={isSending || undefined}>
          Check phone
        </SubmitButton>
      </div>
      <output className="block font-semibold">{answer && ANSWERS[answer]}</output>
    </form>
  )
}
