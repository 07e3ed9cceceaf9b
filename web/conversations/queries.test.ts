import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Conversation } from '#contract/conversations/conversations.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { storedConversations } from '#web/conversations/outbox/stored-conversations.ts'
import { conversationQuery, conversationsQuery } from './queries.ts'

const conversation = (title: string) =>
  ({ id: 'c1', product: { title }, presence: { isOnline: true, lastSeenAt: null } }) as Conversation

let answer: (reply: object) => void
let signals: (AbortSignal | null | undefined)[]
const api = createApiClient({
  fetch(_, init) {
    signals.push(init?.signal)
    return new Promise((resolve) => (answer = (reply) => resolve(Response.json(reply))))
  },
})
let queryClient: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  signals = []
  queryClient = new QueryClient()
  vi.spyOn(storedConversations, 'readConversation').mockResolvedValue(conversation('Kept'))
  vi.spyOn(storedConversations, 'readList').mockResolvedValue([])
  vi.spyOn(storedConversations, 'saveConversation').mockResolvedValue()
  vi.spyOn(storedConversations, 'saveList').mockResolvedValue()
})
afterEach(() => {
  queryClient.clear()
})

it('a conversation shows its stored copy until the slow answer arrives', async () => {
  const observer = new QueryObserver(queryClient, conversationQuery(api, 'ama', 'c1'))
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(900)
  expect(observer.getCurrentResult().data).toBeUndefined()
  await vi.advanceTimersByTimeAsync(100)
  expect(observer.getCurrentResult().data).toEqual({ ...conversation('Kept'), isStored: true })
  answer(conversation('Fresh'))
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult().data).toEqual({ ...conversation('Fresh'), isStored: false })
  stop()
})

it('a request without an answer for fifteen seconds fails like one without a network', async () => {
  const reading = queryClient.query(conversationQuery(api, 'ama', 'c1'))
  await vi.advanceTimersByTimeAsync(15_000)
  await expect(reading).resolves.toMatchObject({ product: { title: 'Kept' } })
  expect(signals[0]?.aborted).toBe(true)
})

it('the list shows its stored copy, and fails if there is none', async () => {
  const query = conversationsQuery(api, 'ama', '')
  const reading = queryClient.infiniteQuery(query)
  await vi.advanceTimersByTimeAsync(1000)
  expect(queryClient.getQueryData(query.queryKey)?.pages).toMatchObject([{ items: [], isStored: true }])
  answer({ items: [], nextCursor: null })
  await expect(reading).resolves.toMatchObject({ pages: [{ isStored: false }] })

  vi.mocked(storedConversations.readList).mockResolvedValue(undefined)
  const failing = queryClient.infiniteQuery(conversationsQuery(api, 'ama', 'kente'))
  const failed = failing.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  await expect(failed).resolves.toMatchObject({ status: 0 })
})
