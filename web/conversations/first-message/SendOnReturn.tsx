import { useEffect, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { deliverFirstMessage, findDelivery } from './deliver.ts'
import { findFirstMessage, forgetFirstMessage } from './first-messages.ts'
import { MessageSheet } from './MessageSheet.tsx'

const REFUSED = 'Your message was not sent. You can change it and try again.'

interface SendOnReturnProps {
  product: Product
  messageKey: string
  viewerId: string
}

/** After people come back signed in, sends their message and opens the conversation, or says why it was not sent. */
export function SendOnReturn({ product, messageKey, viewerId }: SendOnReturnProps) {
  const api = useApi()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // A refused message is not sent again by opening the page: its writer may change it first.
  const [refusal, setRefusal] = useState(() => {
    const message = findFirstMessage(product.id)
    return message?.key === messageKey && message.isRefused ? REFUSED : undefined
  })

  useEffect(() => {
    if (refusal !== undefined) return undefined
    const stay = () => navigate(pathname, { replace: true })
    const message = findFirstMessage(product.id)
    const isTheirs = message?.key === messageKey
    if (isTheirs && product.seller.id === viewerId) {
      forgetFirstMessage(product.id)
      showToast('Cannot message yourself')
      return stay()
    }
    const delivery = findDelivery(messageKey) ?? (isTheirs ? deliverFirstMessage(api, message) : undefined)
    // The message was sent before, or written in another browser.
    if (!delivery) return stay()
    void delivery.then((outcome) => {
      if (outcome.is === 'sent') navigate(`/conversation/${outcome.conversationId}`, { replace: true })
      else if (outcome.is === 'nothing') stay()
      else setRefusal(outcome.reason)
    })
  }, [api, messageKey, navigate, pathname, product, refusal, viewerId])

  if (refusal === undefined) return null
  return (
    <MessageSheet product={product} refusal={refusal} onClose={() => navigate(pathname, { replace: true })} />
  )
}
