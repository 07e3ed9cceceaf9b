import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { Message } from '#contract/conversations.ts'
import { createApiClient } from '#web/api/client.ts'
import { createLive } from '#web/live/live.ts'
import { followLive } from './follow-live.ts'
import type { KeptConversations } from './kept-conversations.ts'

it('passes news on to the list that this device keeps, also where no list is shown', () => {
  const live = createLive()
  const changeList = vi.fn<KeptConversations['changeList']>()
  const api = createApiClient({ fetch: async () => Response.json({ count: 0 }) })
  const queryClient = new QueryClient()
  const stop = followLive({ api, queryClient, live, personId: 'ama', kept: { changeList } })
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
