import type { Message } from '#contract/conversations/conversations.ts'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { live } from '#web/platform/live/live.ts'
import { reducePhoto } from '#web/photos/picking/reduce-photo.ts'
import { createProgressFetch } from '#web/photos/uploading/send-with-progress.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts'

/** A request that takes longer counts as one without a network, whatever the browser reports. */
const TIMEOUT_MS = 30_000

const personId = () => readSession()?.user.id

async function sendUnsent(
  api: ApiClient,
  message: UnsentMessage,
  onProgress: (progress: number) => void,
): Promise<Message> {
  const { conversationId, key: clientKey, content, photo, step } = message
  if (photo) {
    const path = `/api/conversations/${conversationId}/photos/${clientKey}` as const
    return api.upload(path, photo, { fetch: createProgressFetch(onProgress) })
  }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const params = { id: conversationId }
  if (step) return api.call('takeStep', { params, body: { ...step, clientKey } }, signal)
  return api.call('sendMessage', { params, body: { clientKey, content } }, signal)
}

/** One outbox per API client; a tab has one client. */
const outboxes = new WeakMap<ApiClient, Outbox>()

export function tabOutbox(api: ApiClient): Outbox {
  const known = outboxes.get(api)
  if (known) return known
  const made = createOutbox({
    rows: unsentMessages,
    personId,
    reduce: async (photo) => (await reducePhoto(photo)).file,
    now: api.clock.now,
    send: (message, onProgress) => sendUnsent(api, message, onProgress),
    // The socket, if there is one, will report the message as well.
    onSent: (message) => live.deliver(message.held ? 'message.held' : 'message.sent', { message }),
  })
  outboxes.set(api, made)
  return made
}
