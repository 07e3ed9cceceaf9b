import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { LiveEvents } from '#contract/live.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import type { Live, LiveState } from '#web/platform/live/live.ts'
import { followNotifications } from './follow-live.ts'
import { notificationsQuery } from './list-queries.ts'
import type { Pages } from './newest-notifications.ts'
import { notificationsKey } from './queries.ts'

const AMA = '01930000-0000-7000-8000-00000000a3a0'
const key = (name: string) => [...notificationsKey(AMA), name]

function createLive() {
  let onChanged: LiveEvents['notifications.changed'] | undefined
  let changed: (() => void) | undefined
  let state: LiveState = 'off'
  const live: Pick<Live, 'state' | 'onState' | 'subscribe'> = {
    state: () => state,
    onState(listener) {
      changed = listener
      return () => {
        changed = undefined
      }
    },
    subscribe(_, handler) {
      onChanged = handler as unknown as LiveEvents['notifications.changed']
      return () => {
        onChanged = undefined
      }
    },
  }
  return {
    live,
    emit: (unread: number) => onChanged?.({ unread }),
    connect() {
      state = 'connected'
      changed?.()
    },
  }
}

/** Newest first, by number. */
const item = (number: number): Notification => ({
  id: String(number),
  type: 'other',
  content: `News ${number}`,
  read: false,
  actionUrl: null,
  createdAt: new Date(number * 1000).toISOString(),
})
const from = (newest: number, count: number) =>
  Array.from({ length: count }, (_, index) => item(newest - index))

function follow(latest: Notification[] = []) {
  const queryClient = createQueryClient({ retry: false })
  queryClient.setQueryData(key('unread'), 1)
  queryClient.setQueryData(key('latest'), { items: [], nextCursor: null })
  const requests: string[] = []
  const api = createApiClient({
    accessToken: async () => 'a.b.c',
    async fetch(path) {
      requests.push(path)
      return Response.json({ items: latest, nextCursor: 'further' })
    },
  })
  const { live, emit, connect } = createLive()
  const stop = followNotifications({ api, queryClient, live, personId: AMA })
  const isStale = (name: string) => queryClient.getQueryState(key(name))?.isInvalidated
  return { api, queryClient, requests, emit, connect, stop, isStale }
}

/** Shows three pages of two. */
function showList({ api, queryClient }: Pick<ReturnType<typeof follow>, 'api' | 'queryClient'>) {
  const pages = [6, 4, 2].map((newest) => ({ items: from(newest, 2), nextCursor: String(newest) }))
  queryClient.setQueryData<Pages>(key('list'), { pages, pageParams: [null, '6', '4'] })
  new InfiniteQueryObserver(queryClient, notificationsQuery(api, AMA)).subscribe(() => undefined)
  return () => queryClient.getQueryData<Pages>(key('list'))?.pages.flatMap(({ items }) => items) ?? []
}
const numbers = (items: Notification[]) => items.map(({ id }) => Number(id))

it('shows the number at once and marks the lists as outdated', () => {
  const { queryClient, emit, isStale, stop } = follow()
  emit(5)
  expect(queryClient.getQueryData(key('unread'))).toBe(5)
  expect([isStale('unread'), isStale('latest')]).toEqual([false, true])
  stop()
  emit(9)
  expect(queryClient.getQueryData(key('unread'))).toBe(5)
})

it('counts again after a reconnect', () => {
  const { connect, isStale } = follow()
  connect()
  expect([isStale('unread'), isStale('latest')]).toEqual([true, true])
})

it('requests only the newest of a shown list and keeps the loaded rest', async () => {
  const followed = follow(from(7, 2))
  const shown = showList(followed)
  followed.emit(2)
  await expect.poll(() => numbers(shown())).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(followed.requests).toEqual(['/api/notifications?limit=10'])
})

it('restarts the list if more arrived than one request returns', async () => {
  const followed = follow(from(20, 10))
  const shown = showList(followed)
  followed.emit(2)
  await expect.poll(() => numbers(shown()).length).toBe(10)
  expect(followed.queryClient.getQueryData<Pages>(key('list'))?.pages[0]?.nextCursor).toBe('further')
})

it('requests nothing if the number is already shown', () => {
  const { emit, requests, isStale, ...followed } = follow()
  showList(followed)
  emit(1)
  expect([isStale('latest'), requests]).toEqual([false, []])
})

it('shows all as read once none is unread', () => {
  const followed = follow()
  const shown = showList(followed)
  followed.emit(0)
  expect(shown().every(({ read }) => read)).toBe(true)
})

it('keeps only the first page of a hidden list', () => {
  const { queryClient, emit, requests } = follow()
  const pages = [6, 4].map((newest) => ({ items: from(newest, 2), nextCursor: String(newest) }))
  queryClient.setQueryData<Pages>(key('list'), { pages, pageParams: [null, '6'] })
  emit(2)
  expect(queryClient.getQueryData<Pages>(key('list'))?.pages).toHaveLength(1)
  expect(requests).toEqual([])
})
