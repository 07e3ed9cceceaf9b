import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ImeiInput } from '#web/imei/ImeiInput.tsx'
import { useImei } from '#web/imei/use-imei.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'

const HINT =
  'Optional. Dial *#06# to see it. We do not show it to anyone. Buyers can use it to check the phone.'

interface ImeiFieldProps {
  form: ListingFormState
  /** Resolves to the listing's id; creates a draft if there is none. */
  productId: () => Promise<string>
}

/** The number of a phone for sale. It is sent separately, so that no draft stores it. */
export function ImeiField({ form, productId }: ImeiFieldProps) {
  const api = useApi()
  const category = useWatch({ control: form.control, name: 'category' })
  const { field, send, isSending } = useImei()
  const [isSaved, setSaved] = useState(false)
  if (category !== 'mobile') return null

  const save = () =>
    send(async (imei) => {
      await api.call('setProductImei', { params: { id: await productId() }, body: { imei } })
      setSaved(true)
    })

  return (
    <div className="listing-part grid gap-2">
      <ImeiInput label="IMEI" hint={HINT} {...field} />
      <div>
        <Button onClick={() => void save()} busy={isSending && 'Saving…'}>
          Save IMEI
        </Button>
      </div>
      <output className="text-sm">{isSaved && 'The IMEI is saved.'}</output>
    </div>
  )
}
