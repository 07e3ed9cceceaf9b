// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '#contract/accounts.ts'
import type { Conversation, ConversationRow, Message } from '#contract/conversations.ts'
import { writeSession } from '#web/accounts/session-store.ts'
import { type Kept, keptConversations } from './kept-conversations.ts'

const device = new Map<string, Kept>()

/** As much of the browser's database as is used. */
const store = {
  get: (key: string) => device.get(key),
  getAll: () => [...device.values()],
  count: () => device.size,
  put: (kept: Kept) => void device.set(kept.key, kept),
  delete: (key: string) => void device.delete(key),
}
vi.mock('./device-store.ts', () => ({
  withStore: async (_name: string, _mode: string, work: (given: typeof store) => unknown) => work(store),
}))

const row = (id: string, lastSeq: number) =>
  ({
    id,
    lastSeq,
    unread: 0,
    lastMessage: null,
    updatedAt: `2026-10-01T12:00:0${lastSeq}.000Z`,
  }) as ConversationRow

beforeEach(() => {
  device.clear()
  vi.useFakeTimers()
  writeSession({ access_token: 'a', expires_at: 0, user: { id: 'ama' } } as Session, 'signed-in')
})

it('keeps the fifty conversations looked at last, each with its messages, and the list', async () => {
  await keptConversations.keepList('ama', [])
  for (let place = 0; place <= 50; place += 1) {
    vi.advanceTimersByTime(1000)
    await keptConversations.keepConversation('ama', { id: `c${place}` } as Conversation)
    await keptConversations.keepMessages('ama', `c${place}`, [])
    vi.advanceTimersByTime(1000)
    // Looked at again.
    await keptConversations.keepMessages('ama', 'c0', [])
  }
  expect(device.size).toBe(101)
  await expect(keptConversations.readList('ama')).resolves.toEqual([])
  await expect(keptConversations.readConversation('ama', 'c0')).resolves.toEqual({ id: 'c0' })
  await expect(keptConversations.readConversation('ama', 'c1')).resolves.toBeUndefined()
  await expect(keptConversations.readMessages('ama', 'c1')).resolves.toBeUndefined()
})

it('has news in the list that it keeps', async () => {
  const message = {
    conversationId: 'c1',
    seq: 3,
    senderId: 'kofi',
    content: 'Hello',
    photo: null,
    createdAt: '2026-10-01T12:00:03.000Z',
  } as Message
  await keptConversations.changeList('ama', { type: 'sent', message })
  expect(device.size).toBe(0)
  void keptConversations.keepList('ama', [row('c2', 2), row('c1', 1)])
  void keptConversations.changeList('ama', { type: 'sent', message })
  await keptConversations.changeList('ama', { type: 'read', conversationId: 'c1', seq: 3 })
  await expect(keptConversations.readList('ama')).resolves.toMatchObject([
    { id: 'c1', lastMessage: { text: 'Hello' }, unread: 0 },
    { id: 'c2' },
  ])
})
