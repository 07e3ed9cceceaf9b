import { isSignedInAs } from '#web/accounts/sessions/signed-in-as.ts'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { type ApiClient, ApiError, reasonOf } from '#web/platform/api/client.ts'
import { failureKind } from '#web/platform/api/failure-kind.ts'
import { withLock } from '#web/platform/offline/locks.ts'
import { tabOutbox } from '#web/conversations/outbox/tab-outbox.ts'
import {
  findFirstMessage,
  type FirstMessage,
  forgetFirstMessage,
  isByViewer,
  saveFirstMessage,
} from './first-messages.ts'

export type Delivery =
  | { is: 'sent'; conversationId: string }
  /**
   * 'refused': the server refused it for good; 'waiting': the server was not reached, and the message is sent again
   * later.
   */
  | { is: 'refused' | 'waiting'; reason: string }
  /** The signed-in person has no such message. */
  | { is: 'nothing' }

const FAILED = 'Failed to start conversation. Please try again.'

function judge(message: FirstMessage, error: unknown): Delivery {
  const reason = reasonOf(error) ?? FAILED
  const isRefused = error instanceof ApiError && failureKind(error) === 'refused'
  if (!isRefused) return { is: 'waiting', reason }
  if (findFirstMessage(message.productId)?.key === message.key) saveFirstMessage({ ...message, isRefused })
  return { is: 'refused', reason }
}

async function deliver(api: ApiClient, { productId, key }: FirstMessage): Promise<Delivery> {
  // Another tab may have sent it, or its writer may have changed it.
  const message = findFirstMessage(productId)
  const personId = readSession()?.user.id
  if (message?.key !== key || !personId || !isByViewer(message)) return { is: 'nothing' }
  try {
    const { id: conversationId } = await api.call('openConversation', { body: { productId } })
    if (!isSignedInAs(personId)) return { is: 'nothing' }
    // From here on it waits in the outbox; a second copy has the same key and is sent only once.
    void tabOutbox(api)
      .add({ key, conversationId, content: message.text.trim(), photo: null })
      .then(
        // A message that the device did not store stays here, to be sent again.
        (isSafe) => isSafe && findFirstMessage(productId)?.key === key && forgetFirstMessage(productId),
        () => undefined,
      )
    return { is: 'sent', conversationId }
  } catch (error) {
    return judge(message, error)
  }
}

const deliveries = new Map<string, Promise<Delivery>>()

/** Opens the conversation and sends the message there; runs once even if several parts of this tab call it. */
export function deliverFirstMessage(api: ApiClient, message: FirstMessage): Promise<Delivery> {
  const running = deliveries.get(message.key)
  if (running) return running
  const delivery = withLock(`sankofa.first-message.${message.key}`, () => deliver(api, message))
  deliveries.set(message.key, delivery)
  void delivery.then(({ is }) => is !== 'sent' && deliveries.delete(message.key))
  return delivery
}

/** The outcome of a message that this tab has already sent. */
export const findDelivery = (key: string): Promise<Delivery> | undefined => deliveries.get(key)
