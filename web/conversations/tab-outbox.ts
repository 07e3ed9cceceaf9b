import type { Message } from '#contract/conversations.ts'
import { readSession } from '#web/accounts/session-store.ts'
import type { ApiClient } from '#web/api/client.ts'
import { live } from '#web/live/live.ts'
import { reducePhoto } from '#web/photos/reduce-photo.ts'
import { sendingWithProgress } from '#web/photos/send-with-progress.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { deviceOutboxStore, type OutboxEntry } from './outbox-store.ts'

/** A request that hangs for so long has no network, whatever the browser believes. */
const PATIENCE_MILLISECONDS = 30_000
const CHANNEL = 'sankofa.outbox'

const personId = () => readSession()?.user.id

async function sendEntry(
  api: ApiClient,
  entry: OutboxEntry,
  onProgress: (sent: number) => void,
): Promise<Message> {
  const { conversationId, clientKey, content, photo } = entry
  if (photo) {
    const path = `/api/conversations/${conversationId}/photos/${clientKey}` as const
    return api.upload(path, photo, { fetch: sendingWithProgress(onProgress) })
  }
  const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
  return api.call('sendMessage', { params: { id: conversationId }, body: { clientKey, content } }, signal)
}

/** Without locks, as on a page that is not served by https, the tabs share no turns; the key keeps messages single. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(name, work) : work()
}

/** By the client that sends, of which a tab has one. */
const outboxes = new WeakMap<ApiClient, Outbox>()

/** The one outbox of this tab. */
export function tabOutbox(api: ApiClient): Outbox {
  const known = outboxes.get(api)
  if (known) return known
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
  const made = createOutbox({
    store: deviceOutboxStore(),
    personId,
    reduce: async (photo) => (await reducePhoto(photo)).file,
    send: (entry, onProgress) => sendEntry(api, entry, onProgress),
    alone,
    // As the socket will tell as well, if there is one.
    onSent: (message) => live.deliver('message.sent', { message }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    tellOthers: () => channel?.postMessage('changed'),
  })
  channel?.addEventListener('message', () => void made.reload())
  outboxes.set(api, made)
  return made
}
