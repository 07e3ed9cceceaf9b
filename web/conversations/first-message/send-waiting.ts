import type { ApiClient } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { deliverFirstMessage } from './deliver.ts'
import { type FirstMessage, firstMessages, hasWriter, isByViewer, returnPath } from './first-messages.ts'

/** The page after the confirmation link, and the product page itself, show the outcome without a toast. */
const isShownElsewhere = ({ key }: FirstMessage) =>
  location.pathname === '/auth/verify-email' || location.search.includes(key)

async function send(api: ApiClient, message: FirstMessage): Promise<void> {
  const isSilent = isShownElsewhere(message)
  const delivery = await deliverFirstMessage(api, message)
  if (isSilent) return
  if (delivery.is === 'sent') {
    const link = [`/conversation/${delivery.conversationId}`, 'Open the chat'] as const
    showToast('Your message to the seller is on its way', undefined, link)
  }
  if (delivery.is === 'refused') {
    showToast('Your message was not sent', delivery.reason, [returnPath(message), 'See your message'])
  }
}

/**
 * Sends the messages of the signed-in person. Refused messages wait until their writer tries again. Messages without a
 * writer are sent by the page that their writer opens again.
 */
export function sendFirstMessages(api: ApiClient): void {
  for (const message of firstMessages())
    if (hasWriter(message) && !message.isRefused && isByViewer(message)) void send(api, message)
}
