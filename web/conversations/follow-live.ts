import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { Live } from '#web/platform/live/live.ts'
import { changeRows, hasRow, isReadInPart, type RowChange } from '#web/conversations/inbox/inbox-rows.ts'
import {
  type StoredConversations,
  storedConversations,
} from '#web/conversations/outbox/stored-conversations.ts'
import {
  agreementsKey,
  conversationKey,
  type ConversationsPage,
  conversationsKey,
  openedKey,
  type ShownConversation,
} from './queries.ts'
import { withoutPerson } from './unknown-user.ts'
import { unreadConversationsQuery } from '#web/conversations/inbox/unread.ts'

/** Delay before counting: events often arrive together, and messages that are read at once need no count. */
const COUNT_MILLISECONDS = 400

type Pages = InfiniteData<ConversationsPage, string | null>

interface FollowDeps {
  api: ApiClient
  queryClient: QueryClient
  live: Live
  personId: string
  stored?: Pick<StoredConversations, 'changeList' | 'personLeft'>
}

/** Splits the rows into pages of the same sizes as before, so that all loaded rows stay loaded. */
function splitIntoPages(pages: Pages, rows: ConversationsPage['items']): Pages {
  let start = 0
  return {
    ...pages,
    pages: pages.pages.map((page) => {
      const end = start + page.items.length
      const items = rows.slice(start, end)
      start = end
      return { ...page, items }
    }),
  }
}

function changeShownLists(
  { queryClient, personId }: Pick<FollowDeps, 'queryClient' | 'personId'>,
  change: RowChange,
): void {
  queryClient.setQueriesData<Pages>({ queryKey: conversationsKey(personId) }, (pages) => {
    const rows = pages?.pages.flatMap(({ items }) => items)
    return pages && rows && splitIntoPages(pages, changeRows(rows, change, personId))
  })
}

/** Removes the names of people who left from everything that is shown or stored on this device. */
function followLeaving({ queryClient, live, personId, stored = storedConversations }: FollowDeps) {
  const opened = { queryKey: openedKey(personId) }
  let wasConnected = live.state() === 'connected'
  return [
    live.subscribe('person.left', ({ userId }) => {
      void stored.personLeft(personId, userId)
      changeShownLists({ queryClient, personId }, { type: 'left', userId })
      queryClient.setQueriesData<ShownConversation>(
        opened,
        (conversation) => conversation && withoutPerson(conversation, userId),
      )
    }),
    live.onState(() => {
      if (live.state() !== 'connected') return
      // People may have left while no events could arrive.
      if (wasConnected) void queryClient.invalidateQueries(opened)
      wasConnected = true
    }),
  ]
}

/**
 * Keeps the list of conversations and the unread count up to date with the socket's events. Returns a function that
 * stops this.
 */
export function followLive(deps: FollowDeps): () => void {
  const { api, queryClient, live, personId, stored = storedConversations } = deps
  let timer: ReturnType<typeof setTimeout> | undefined
  const listKey = conversationsKey(personId)
  const unreadKey = unreadConversationsQuery(api, personId).queryKey

  function countSoon() {
    clearTimeout(timer)
    timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: unreadKey }), COUNT_MILLISECONDS)
  }

  const readAgreements = () => void queryClient.invalidateQueries({ queryKey: agreementsKey(personId) })

  function changeLists(change: RowChange) {
    void stored.changeList(personId, change)
    changeShownLists(deps, change)
  }

  const listed = () => queryClient.getQueryData<Pages>([...listKey, ''])?.pages.flatMap(({ items }) => items)

  const isListed = (id: string) => {
    const rows = listed()
    // A conversation that no list shows need not be loaded.
    return !rows || hasRow(rows, id)
  }

  const stops = [
    live.subscribe('message.sent', ({ message }) => {
      if (message.senderId !== personId) countSoon()
      if (message.priceChange || message.step)
        void queryClient.invalidateQueries({ queryKey: conversationKey(personId, message.conversationId) })
      if (message.step) readAgreements()
      if (isListed(message.conversationId)) changeLists({ type: 'sent', message })
      else void queryClient.invalidateQueries({ queryKey: listKey })
    }),
    live.subscribe('message.read', ({ userId, conversationId, seq }) => {
      if (userId !== personId) return
      countSoon()
      if (isReadInPart(listed() ?? [], { conversationId, seq }))
        void queryClient.invalidateQueries({ queryKey: listKey })
      else changeLists({ type: 'read', conversationId, seq })
    }),
    ...followLeaving(deps),
    live.onState(() => {
      if (live.state() !== 'connected') return
      countSoon()
      readAgreements()
      void queryClient.invalidateQueries({ queryKey: listKey })
    }),
    () => clearTimeout(timer),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
