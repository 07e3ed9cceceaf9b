import type { Product } from '#contract/products.ts'
import { tabOutbox } from '#web/conversations/outbox/tab-outbox.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { type ApiClient, reasonOf } from '#web/platform/api/client.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { AmountSheet } from './AmountSheet.tsx'
import { cardOf } from './card.ts'

/** Opens the conversation and queues the offer there. Resolves to the id of the conversation. */
async function sendOffer(api: ApiClient, productId: string, price: number): Promise<string> {
  const { id } = await api.call('openConversation', { body: { productId } })
  const conversation = await api.call('getConversation', { params: { id } })
  const { agreement } = conversation
  const card = cardOf({ conversation, agreement, now: api.clock.now() })
  if (card?.steps.includes('offer')) {
    const step = { step: 'offer', price, agreementId: agreement?.id } as const
    void tabOutbox(api).add({ conversationId: id, content: '', photo: null, step })
  } else showToast('Your offer was not sent', 'Look at your deal first.')
  return id
}

/** An offer from the page of a product. */
export function OfferSheet({ product, onClose }: { product: Product; onClose: () => void }) {
  const api = useApi()
  const navigate = useNavigate()
  return (
    <AmountSheet
      title="Make an offer"
      product={product}
      isSeller={false}
      onOffer={async (price) => {
        try {
          navigate(`/conversation/${await sendOffer(api, product.id, price)}`)
          return undefined
        } catch (error) {
          return reasonOf(error) ?? 'Failed to start conversation. Please try again.'
        }
      }}
      onClose={onClose}
    />
  )
}
