import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#web/api/client.ts'
import type { Live } from '#web/live/live.ts'
import { changeRows, hasRow, isReadInPart, type RowChange } from './inbox-rows.ts'
import { type KeptConversations, keptConversations } from './kept-conversations.ts'
import { type ConversationsPage, conversationsKey } from './queries.ts'
import { unreadConversationsQuery } from './unread.ts'

/** News often come in numbers, and what is read at once need not be counted first. */
const COUNT_MILLISECONDS = 400

type Pages = InfiniteData<ConversationsPage, string | null>

interface FollowParts {
  api: ApiClient
  queryClient: QueryClient
  live: Live
  personId: string
  kept?: Pick<KeptConversations, 'changeList'>
}

/** The rows in pages of the same sizes as before, so that what was loaded stays loaded. */
function inPages(pages: Pages, rows: ConversationsPage['items']): Pages {
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

/** Keeps the list of conversations and the count of unread ones up with what the socket tells. Returns how to stop. */
export function followLive(parts: FollowParts): () => void {
  const { api, queryClient, live, personId, kept = keptConversations } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  const listKey = conversationsKey(personId)
  const unreadKey = unreadConversationsQuery(api, personId).queryKey

  function countSoon() {
    clearTimeout(timer)
    timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: unreadKey }), COUNT_MILLISECONDS)
  }

  function changeLists(change: RowChange) {
    void kept.changeList(personId, change)
    queryClient.setQueriesData<Pages>({ queryKey: listKey }, (pages) => {
      const rows = pages?.pages.flatMap(({ items }) => items)
      return pages && rows && inPages(pages, changeRows(rows, change, personId))
    })
  }

  const listed = () => queryClient.getQueryData<Pages>([...listKey, ''])?.pages.flatMap(({ items }) => items)

  const isListed = (id: string) => {
    const rows = listed()
    // What is not shown anywhere need not be found.
    return !rows || hasRow(rows, id)
  }

  const stops = [
    live.subscribe('message.sent', ({ message }) => {
      if (message.senderId !== personId) countSoon()
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
    live.onState(() => {
      if (live.state() !== 'connected') return
      countSoon()
      void queryClient.invalidateQueries({ queryKey: listKey })
    }),
    () => clearTimeout(timer),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
