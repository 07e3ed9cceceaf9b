import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Conversation, ConversationRow } from '#contract/conversations.ts'
import { type ApiClient, statusOf } from '#web/api/client.ts'
import { keptConversations } from './kept-conversations.ts'

export interface ConversationsPage {
  items: ConversationRow[]
  nextCursor: string | null
  /** What this device keeps: the server was not reached. */
  isKept: boolean
}

export const conversationsKey = (personId: string) => ['conversations', personId, 'list'] as const

const contains = ({ product, other, lastMessage }: ConversationRow, text: string) =>
  [product.title, other.name, lastMessage?.text ?? ''].some((each) => each.toLowerCase().includes(text))

/** Without a network a search finds in what is kept. */
async function keptPage(personId: string, search: string, error: unknown): Promise<ConversationsPage> {
  const rows = statusOf(error) === 0 ? await keptConversations.readList(personId) : undefined
  if (!rows) throw error
  const wanted = search.toLowerCase()
  return { items: rows.filter((row) => contains(row, wanted)), nextCursor: null, isKept: true }
}

export const conversationsQuery = (api: ApiClient, personId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey(personId), search],
    queryFn: async ({ pageParam, signal }): Promise<ConversationsPage> => {
      const query = { cursor: pageParam ?? undefined, search: search || undefined }
      try {
        const page = await api.call('listConversations', { query }, signal)
        if (!search && pageParam === null) void keptConversations.keepList(personId, page.items)
        return { ...page, isKept: false }
      } catch (error) {
        if (pageParam !== null) throw error
        return keptPage(personId, search, error)
      }
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
    queryFn: async ({ signal }): Promise<Conversation> => {
      try {
        const conversation = await api.call('getConversation', { params: { id } }, signal)
        void keptConversations.keepConversation(personId, conversation)
        return conversation
      } catch (error) {
        const kept =
          statusOf(error) === 0 ? await keptConversations.readConversation(personId, id) : undefined
        if (!kept) throw error
        // How it was then says nothing of now.
        return { ...kept, presence: null }
      }
    },
    retry: false,
    meta: { personal: true },
  })
