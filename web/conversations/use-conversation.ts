import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Presence } from '#contract/conversations.ts'
import { useApi } from '#web/api/api-context.ts'
import { live } from '#web/live/live.ts'
import { useLiveEvent, useLiveState } from '#web/live/use-live.ts'
import { keptConversations } from './kept-conversations.ts'
import { MessageStore, type MessagesView } from './message-store.ts'
import { tabOutbox } from './tab-outbox.ts'
import { createTypingWatch } from './typing-signal.ts'
import { isVisible, onVisibility } from './visibility.ts'

/** The messages of a conversation for as long as it is shown; one component for each conversation. */
export function useMessages(personId: string, conversationId: string): [MessageStore, MessagesView] {
  const api = useApi()
  const [store] = useState(
    () =>
      new MessageStore({
        api,
        live,
        outbox: tabOutbox(api),
        kept: keptConversations,
        personId,
        conversationId,
      }),
  )
  useEffect(() => store.start(), [store])
  return [store, useSyncExternalStore(store.subscribe, store.read, store.read)]
}

/**
 * Whether the other person is there, followed from the moment at which `first` was read. Undefined where that cannot be
 * known: without a connection nobody tells that they went.
 */
export function usePresence(
  conversationId: string,
  otherId: string | null,
  first: Presence,
): Presence | undefined {
  const [heard, setHeard] = useState<{ presence: Presence }>()
  const state = useLiveState()
  useEffect(() => {
    if (state !== 'connected' || !otherId) return undefined
    let isWatching = true
    void live.call('presence.watch', { conversationId }).then((reply) => {
      if (isWatching && reply?.ok) setHeard({ presence: reply.presence })
    })
    return () => {
      isWatching = false
      void live.call('presence.unwatch', { conversationId })
    }
  }, [conversationId, otherId, state])
  useLiveEvent('presence.changed', ({ userId, presence }) => {
    if (userId === otherId) setHeard({ presence })
  })
  const presence = heard ? heard.presence : first
  return state === 'connected' || !presence?.isOnline ? presence : undefined
}

/** Whether the other person types, as far as their browser tells. */
export function useOtherTyping(conversationId: string, otherId: string | null): boolean {
  const [isTyping, setTyping] = useState(false)
  const [hear] = useState(() => createTypingWatch(setTyping))
  useLiveEvent('typing.changed', (event) => {
    if (event.conversationId === conversationId && event.userId === otherId) hear(event.typing)
  })
  useLiveEvent('message.sent', ({ message }) => {
    if (message.conversationId === conversationId && message.senderId === otherId) hear(false)
  })
  useEffect(() => () => hear(false), [hear])
  return isTyping
}

/** Whether the page is in front of somebody. */
export const useIsLookedAt = () => useSyncExternalStore(onVisibility, isVisible, () => false)
