import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { Message } from '#contract/conversations/conversations.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { createLive } from '#web/platform/live/live.ts'
import { followLive } from './follow-live.ts'
import type { StoredConversations } from '#web/conversations/outbox/stored-conversations.ts'
import { conversationsKey, openedKey } from './queries.ts'

it("applies changes to this device's list even if no list is shown", () => {
  const live = createLive()
  const changeList = vi.fn<StoredConversations['changeList']>()
  const personLeft = vi.fn<StoredConversations['personLeft']>()
  const api = createApiClient({ fetch: async () => Response.json({ count: 0 }) })
  const queryClient = new QueryClient()
  const stop = followLive({ api, queryClient, live, personId: 'ama', stored: { changeList, personLeft } })
  const message = { conversationId: 'c1', seq: 1, senderId: 'ama' } as Message
  live.deliver('message.sent', { message })
  live.deliver('message.read', { userId: 'ama', conversationId: 'c1', seq: 1 })
  live.deliver('message.read', { userId: 'kofi', conversationId: 'c1', seq: 1 })
  stop()
  live.deliver('message.sent', { message })
  expect(changeList.mock.calls).toEqual([
    ['ama', { type: 'sent', message }],
    ['ama', { type: 'read', conversationId: 'c1', seq: 1 }],
  ])
})

it("removes a departed person's name from the screen and the device", () => {
  const live = createLive()
  const personLeft = vi.fn<StoredConversations['personLeft']>()
  const stored = { changeList: vi.fn<StoredConversations['changeList']>(), personLeft }
  const api = createApiClient({ fetch: async () => Response.json({ count: 0 }) })
  const queryClient = new QueryClient()
  const conversationWith = (id: string, name: string) => ({
    id: `with ${id}`,
    other: { id, name, avatar: null },
  })
  queryClient.setQueryData([...conversationsKey('ama'), ''], {
    pages: [
      {
        items: [conversationWith('kofi', 'Kofi Boateng'), conversationWith('esi', 'Esi Quansah')],
        nextCursor: null,
      },
    ],
    pageParams: [null],
  })
  for (const [id, name] of [
    ['kofi', 'Kofi Boateng'],
    ['esi', 'Esi Quansah'],
  ] as const)
    queryClient.setQueryData([...openedKey('ama'), `with ${id}`], conversationWith(id, name))
  const stop = followLive({ api, queryClient, live, personId: 'ama', stored })
  live.deliver('person.left', { userId: 'kofi' })
  stop()

  const unknown = { id: null, name: 'Unknown User', avatar: null }
  expect(queryClient.getQueryData([...openedKey('ama'), 'with kofi'])).toMatchObject({ other: unknown })
  expect(queryClient.getQueryData([...openedKey('ama'), 'with esi'])).toMatchObject({ other: { id: 'esi' } })
  expect(queryClient.getQueryData([...conversationsKey('ama'), ''])).toMatchObject({
    pages: [{ items: [{ other: unknown }, { other: { id: 'esi' } }] }],
  })
  expect(personLeft.mock.calls).toEqual([['ama', 'kofi']])
})

it('reloads open data after a reconnect, because departures may have been missed', () => {
  const live = createLive()
  const api = createApiClient({ fetch: async () => Response.json({ count: 0 }) })
  const queryClient = new QueryClient()
  const key = [...openedKey('ama'), 'c1']
  queryClient.setQueryData(key, { id: 'c1' })
  const isStale = () => queryClient.getQueryState(key)?.isInvalidated
  const stop = followLive({ api, queryClient, live, personId: 'ama' })
  live.setState('connected')
  expect(isStale()).toBe(false)
  live.setState('connecting')
  live.setState('connected')
  expect(isStale()).toBe(true)
  stop()
})
