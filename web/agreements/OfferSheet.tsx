import { useState } from 'react'
import type { Product } from '#contract/products.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { type ApiClient, ApiError, reasonOf } from '#web/platform/api/client.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { AmountSheet } from './AmountSheet.tsx'

interface Offer {
  productId: string
  price: number
  clientKey: string
}

/** Sends the offer. Resolves to the id of the conversation, also if the two agree on something else already. */
async function sendOffer(api: ApiClient, { productId, ...body }: Offer): Promise<string> {
  try {
    return (await api.call('makeOffer', { params: { id: productId }, body })).conversationId
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'agreement-changed') throw error
    showToast('Your offer was not sent', 'Look at your deal first.')
    return (await api.call('openConversation', { body: { productId } })).id
  }
}

const problemOf = (error: unknown) =>
  (error instanceof ApiError && error.fields[0]?.message) || reasonOf(error)

/** An offer from the page of a product. */
export function OfferSheet({ product, onClose }: { product: Product; onClose: () => void }) {
  const api = useApi()
  const navigate = useNavigate()
  // The same amount again is the same offer, whose reply was lost.
  const [keys] = useState(() => new Map<number, string>())
  function keyOf(price: number): string {
    const clientKey = keys.get(price) ?? crypto.randomUUID()
    keys.set(price, clientKey)
    return clientKey
  }
  return (
    <AmountSheet
      title="Make an offer"
      product={product}
      isSeller={false}
      onOffer={async (price) => {
        try {
          navigate(
            `/conversation/${await sendOffer(api, { productId: product.id, price, clientKey: keyOf(price) })}`,
          )
          return undefined
        } catch (error) {
          return problemOf(error) ?? 'Failed to send your offer. Please try again.'
        }
      }}
      onClose={onClose}
    />
  )
}
