import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Presence } from '#contract/presence.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { live } from '#web/platform/live/live.ts'
import { useLiveEvent, useLiveState } from '#web/platform/live/use-live.ts'
import { useOnline } from '#web/platform/browser/use-online.ts'
import { storedConversations } from '#web/conversations/outbox/stored-conversations.ts'
import { MessageStore, type MessagesView } from '#web/conversations/outbox/message-store.ts'
import type { ShownConversation } from './queries.ts'
import { tabOutbox } from '#web/conversations/outbox/tab-outbox.ts'
import { createTypingWatch } from './typing-signal.ts'
import { isVisible, onVisibility } from './visibility.ts'

/** The messages of a conversation while it is shown; use one component for each conversation. */
export function useMessages(personId: string, conversationId: string): [MessageStore, MessagesView] {
  const api = useApi()
  const [store] = useState(
    () =>
      new MessageStore({
        api,
        live,
        outbox: tabOutbox(api),
        stored: storedConversations,
        personId,
        conversationId,
      }),
  )
  useEffect(() => store.start(), [store])
  return [store, useSyncExternalStore(store.subscribe, store.read, store.read)]
}

/**
 * The other person's presence, followed since the conversation was loaded. Undefined if it is unknown: without a
 * connection no event says that they came or went.
 */
export function usePresence(conversation: ShownConversation): Presence | undefined {
  const { id: conversationId, other, presence: first, isStored } = conversation
  const otherId = other.id
  const isOnline = useOnline()
  const [received, setReceived] = useState<{ presence: Presence }>()
  const state = useLiveState()
  // People hidden from each other may be visible again.
  const [changes, setChanges] = useState(0)
  useLiveEvent('hidden.changed', () => setChanges(changes + 1))
  useEffect(() => {
    if (state !== 'connected' || !otherId) return undefined
    let isWatching = true
    void live.call('presence.watch', { conversationId }).then((reply) => {
      if (isWatching && reply?.ok) setReceived({ presence: reply.presence })
    })
    return () => {
      isWatching = false
      void live.call('presence.unwatch', { conversationId })
    }
  }, [conversationId, otherId, state, changes])
  useLiveEvent('presence.changed', ({ userId, presence }) => {
    if (userId === otherId) setReceived({ presence })
  })
  if (otherId === null) return null
  if (!isOnline) return undefined
  if (state === 'connected' && received) return received.presence
  // The server sent it, and no event has changed it since.
  const isRead = !isStored && !received
  return isRead && (state === 'connected' || !first?.isOnline) ? first : undefined
}

/** Whether the other person types, as their browser reports. */
export function useOtherTyping(conversationId: string, otherId: string | null): boolean {
  const [isTyping, setTyping] = useState(false)
  const [watch] = useState(() => createTypingWatch(setTyping))
  useLiveEvent('typing.changed', (event) => {
    if (event.conversationId === conversationId && event.userId === otherId) watch(event.typing)
  })
  useLiveEvent('message.sent', ({ message }) => {
    if (message.conversationId === conversationId && message.senderId === otherId) watch(false)
  })
  useEffect(() => () => watch(false), [watch])
  return isTyping
}

export const usePageVisible = () => useSyncExternalStore(onVisibility, isVisible, () => false)
