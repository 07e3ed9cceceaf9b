import { beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '#contract/accounts/accounts.ts'
import type { Conversation, ConversationRow, Message } from '#contract/conversations/conversations.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'
import { stubDevice } from '#testing/web/memory-store.ts'
import { type StoredPart, storedConversations } from './stored-conversations.ts'

let device: Map<string, StoredPart>

const row = (id: string, lastSeq: number) =>
  ({
    id,
    lastSeq,
    unread: 0,
    lastMessage: null,
    updatedAt: `2026-10-01T12:00:0${lastSeq}.000Z`,
  }) as ConversationRow

beforeEach(() => {
  device = stubDevice()('conversations')
  vi.useFakeTimers()
  writeSession({ access_token: 'a', expires_at: 0, user: { id: 'ama' } } as Session, 'signed-in')
})

it('stores the list and the fifty conversations viewed last, each with its messages', async () => {
  await storedConversations.saveList('ama', [])
  for (let index = 0; index <= 50; index += 1) {
    vi.advanceTimersByTime(1000)
    await storedConversations.saveConversation('ama', { id: `c${index}` } as Conversation)
    await storedConversations.saveMessages('ama', `c${index}`, [])
    vi.advanceTimersByTime(1000)
    // View it again.
    await storedConversations.saveMessages('ama', 'c0', [])
  }
  expect(device.size).toBe(101)
  await expect(storedConversations.readList('ama')).resolves.toEqual([])
  await expect(storedConversations.readConversation('ama', 'c0')).resolves.toEqual({ id: 'c0' })
  await expect(storedConversations.readConversation('ama', 'c1')).resolves.toBeUndefined()
  await expect(storedConversations.readMessages('ama', 'c1')).resolves.toBeUndefined()
})

it('applies changes to the stored list', async () => {
  const message = {
    conversationId: 'c1',
    seq: 3,
    senderId: 'kofi',
    content: 'Hello',
    photo: null,
    createdAt: '2026-10-01T12:00:03.000Z',
  } as Message
  await storedConversations.changeList('ama', { type: 'sent', message })
  expect(device.size).toBe(0)
  void storedConversations.saveList('ama', [row('c2', 2), row('c1', 1)])
  void storedConversations.changeList('ama', { type: 'sent', message })
  await storedConversations.changeList('ama', { type: 'read', conversationId: 'c1', seq: 3 })
  await expect(storedConversations.readList('ama')).resolves.toMatchObject([
    { id: 'c1', lastMessage: { text: 'Hello' }, unread: 0 },
    { id: 'c2' },
  ])
})

it("removes departed people's names and keeps each conversation's age", async () => {
  const conversationWith = (id: string) => ({ id: `with ${id}`, other: { id, name: id, avatar: null } })
  const unknown = { id: null, name: 'Unknown User', avatar: null }
  await storedConversations.saveList('ama', [
    conversationWith('kofi'),
    conversationWith('esi'),
  ] as ConversationRow[])
  for (const id of ['kofi', 'esi'])
    await storedConversations.saveConversation('ama', conversationWith(id) as Conversation)
  const agesBefore = [...device.values()].filter(({ key }) => key.includes('/conversation/'))
  vi.advanceTimersByTime(1000)
  await storedConversations.personLeft('ama', 'kofi')
  await expect(storedConversations.readList('ama')).resolves.toMatchObject([
    { other: unknown },
    { other: { id: 'esi' } },
  ])
  await expect(storedConversations.readConversation('ama', 'with kofi')).resolves.toMatchObject({
    other: unknown,
  })
  await expect(storedConversations.readConversation('ama', 'with esi')).resolves.toEqual(
    conversationWith('esi'),
  )
  const agesAfter = [...device.values()].filter(({ key }) => key.includes('/conversation/'))
  expect(agesAfter.map(({ savedAt }) => savedAt)).toEqual(agesBefore.map(({ savedAt }) => savedAt))
})
