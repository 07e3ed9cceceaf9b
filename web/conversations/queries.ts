import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Conversation, ConversationRow } from '#contract/conversations/conversations.ts'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import { type ApiClient, statusOf } from '#web/platform/api/client.ts'
import { storedConversations } from '#web/conversations/outbox/stored-conversations.ts'
import { STORED_COPY_DELAY_MS, readInTime } from './read-in-time.ts'

export interface ConversationsPage {
  items: ConversationRow[]
  nextCursor: string | null
  /** The page comes from this device, because the server was not reached. */
  isStored: boolean
}

export const conversationsKey = (personId: string) => ['conversations', personId, 'list'] as const

/** Matches every opened conversation. */
export const openedKey = (personId: string) => ['conversations', personId, 'one'] as const

export const conversationKey = (personId: string, id: string) => [...openedKey(personId), id] as const

/** Matches every list of the person's agreements. */
export const agreementsKey = (personId: string) => ['agreements', personId] as const

const contains = ({ product, other, lastMessage }: ConversationRow, text: string) =>
  [product.title, other.name, lastMessage?.text ?? ''].some((each) => each.toLowerCase().includes(text))

interface Reading<Value> {
  request: () => Promise<Value>
  readStored: () => Promise<Value | undefined>
  /** Shows the stored value while the answer takes long. */
  showStored: (value: Value) => void
}

/** The server's answer, or this device's copy if the server cannot be reached. */
async function requestOrStored<Value>({ request, readStored, showStored }: Reading<Value>): Promise<Value> {
  let isOver = false
  const show = (stored: Value | undefined) => void (stored && !isOver && showStored(stored))
  const timer = setTimeout(() => void readStored().then(show), STORED_COPY_DELAY_MS)
  try {
    return await request()
  } catch (error) {
    const stored = statusOf(error) === 0 ? await readStored() : undefined
    if (!stored) throw error
    return stored
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

/** Without a network, a search looks through the stored conversations. */
async function storedPage(personId: string, search: string): Promise<ConversationsPage | undefined> {
  const rows = await storedConversations.readList(personId)
  if (!rows) return undefined
  const wanted = search.toLowerCase()
  return { items: rows.filter((row) => contains(row, wanted)), nextCursor: null, isStored: true }
}

export interface ShownConversation extends Conversation {
  /** The conversation comes from this device, and its `presence` is from when it was stored. */
  isStored: boolean
}

async function storedConversation(personId: string, id: string): Promise<ShownConversation | undefined> {
  const stored = await storedConversations.readConversation(personId, id)
  return stored && { ...stored, isStored: true }
}

export const conversationsQuery = (api: ApiClient, personId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey(personId), search],
    queryFn: ({ pageParam, signal, client, queryKey }): Promise<ConversationsPage> => {
      const query = { cursor: pageParam ?? undefined, search: search || undefined }
      const request = async () => {
        const page = await readInTime((inTime) => api.call('listConversations', { query }, inTime), signal)
        if (!search && pageParam === null) void storedConversations.saveList(personId, page.items)
        return { ...page, isStored: false }
      }
      if (pageParam !== null) return request()
      return requestOrStored({
        request,
        readStored: () => storedPage(personId, search),
        showStored: (page) =>
          client.setQueryData(queryKey, (known) => known ?? { pages: [page], pageParams: [null] }),
      })
    },
    ...BY_CURSOR,
    // Without retries the stored list shows at once; the query runs again once the network is back.
    retry: false,
    meta: { personal: true },
  })

/** The conversation without its messages, or this device's copy of it. */
export const conversationQuery = (api: ApiClient, personId: string, id: string) =>
  queryOptions({
    queryKey: conversationKey(personId, id),
    queryFn: ({ signal, client, queryKey }): Promise<ShownConversation> =>
      requestOrStored({
        async request() {
          const call = (inTime: AbortSignal) => api.call('getConversation', { params: { id } }, inTime)
          const conversation = await readInTime(call, signal)
          void storedConversations.saveConversation(personId, conversation)
          return { ...conversation, isStored: false }
        },
        readStored: () => storedConversation(personId, id),
        showStored: (stored) => client.setQueryData(queryKey, (known) => known ?? stored),
      }),
    retry: false,
    meta: { personal: true },
  })
