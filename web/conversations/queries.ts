import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Conversation, ConversationRow } from '#contract/conversations.ts'
import { type ApiClient, statusOf } from '#web/api/client.ts'
import { keptConversations } from './kept-conversations.ts'
import { PATIENCE_MILLISECONDS, readInTime } from './read-in-time.ts'

export interface ConversationsPage {
  items: ConversationRow[]
  nextCursor: string | null
  /** What this device keeps: the server was not reached. */
  isKept: boolean
}

export const conversationsKey = (personId: string) => ['conversations', personId, 'list'] as const

const contains = ({ product, other, lastMessage }: ConversationRow, text: string) =>
  [product.title, other.name, lastMessage?.text ?? ''].some((each) => each.toLowerCase().includes(text))

interface Reading<Value> {
  ask: () => Promise<Value>
  readKept: () => Promise<Value | undefined>
  /** Shows what is kept while the answer is long in coming. */
  showKept: (value: Value) => void
}

/** What the server answers, else what this device keeps if the server cannot be reached. */
async function orKept<Value>({ ask, readKept, showKept }: Reading<Value>): Promise<Value> {
  let isOver = false
  const show = (kept: Value | undefined) => void (kept && !isOver && showKept(kept))
  const timer = setTimeout(() => void readKept().then(show), PATIENCE_MILLISECONDS)
  try {
    return await ask()
  } catch (error) {
    const kept = statusOf(error) === 0 ? await readKept() : undefined
    if (!kept) throw error
    return kept
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

/** Without a network a search finds in what is kept. */
async function keptPage(personId: string, search: string): Promise<ConversationsPage | undefined> {
  const rows = await keptConversations.readList(personId)
  if (!rows) return undefined
  const wanted = search.toLowerCase()
  return { items: rows.filter((row) => contains(row, wanted)), nextCursor: null, isKept: true }
}

/** How it was then says nothing of now. */
async function keptConversation(personId: string, id: string): Promise<Conversation | undefined> {
  const kept = await keptConversations.readConversation(personId, id)
  return kept && { ...kept, presence: null }
}

export const conversationsQuery = (api: ApiClient, personId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey(personId), search],
    queryFn: ({ pageParam, signal, client, queryKey }): Promise<ConversationsPage> => {
      const query = { cursor: pageParam ?? undefined, search: search || undefined }
      const ask = async () => {
        const page = await readInTime((inTime) => api.call('listConversations', { query }, inTime), signal)
        if (!search && pageParam === null) void keptConversations.keepList(personId, page.items)
        return { ...page, isKept: false }
      }
      if (pageParam !== null) return ask()
      return orKept({
        ask,
        readKept: () => keptPage(personId, search),
        showKept: (page) =>
          client.setQueryData(queryKey, (known) => known ?? { pages: [page], pageParams: [null] }),
      })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // What is kept is shown at once; the rest comes when the network does.
    retry: false,
    meta: { personal: true },
  })

/** The conversation without its messages, else what this device keeps of it. */
export const conversationQuery = (api: ApiClient, personId: string, id: string) =>
  queryOptions({
    queryKey: ['conversations', personId, 'one', id],
    queryFn: ({ signal, client, queryKey }): Promise<Conversation> =>
      orKept({
        async ask() {
          const call = (inTime: AbortSignal) => api.call('getConversation', { params: { id } }, inTime)
          const conversation = await readInTime(call, signal)
          void keptConversations.keepConversation(personId, conversation)
          return conversation
        },
        readKept: () => keptConversation(personId, id),
        showKept: (kept) => client.setQueryData(queryKey, (known) => known ?? kept),
      }),
    retry: false,
    meta: { personal: true },
  })
