import { expect, it } from 'vitest'
import type { LiveEvents } from '#contract/live.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import type { Live, LiveState } from '#web/live/live.ts'
import { followNotifications } from './follow-live.ts'
import { notificationsKey } from './queries.ts'

const AMA = '01930000-0000-7000-8000-00000000a3a0'
const key = (name: string) => [...notificationsKey(AMA), name]

function createLive() {
  let told: LiveEvents['notifications.changed'] | undefined
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
      told = handler as unknown as LiveEvents['notifications.changed']
      return () => {
        told = undefined
      }
    },
  }
  return {
    live,
    tell: (unread: number) => told?.({ unread }),
    connect() {
      state = 'connected'
      changed?.()
    },
  }
}

function follow() {
  const queryClient = createQueryClient({ retry: false })
  queryClient.setQueryData(key('unread'), 1)
  queryClient.setQueryData(key('latest'), { items: [], nextCursor: null })
  const { live, tell, connect } = createLive()
  const stop = followNotifications({ queryClient, live, personId: AMA })
  const isStale = (name: string) => queryClient.getQueryState(key(name))?.isInvalidated
  return { queryClient, tell, connect, stop, isStale }
}

it('shows the number at once and asks for the lists afresh', () => {
  const { queryClient, tell, isStale, stop } = follow()
  tell(5)
  expect(queryClient.getQueryData(key('unread'))).toBe(5)
  expect([isStale('unread'), isStale('latest')]).toEqual([false, true])
  stop()
  tell(9)
  expect(queryClient.getQueryData(key('unread'))).toBe(5)
})

it('counts anew when the connection comes back', () => {
  const { connect, isStale } = follow()
  connect()
  expect([isStale('unread'), isStale('latest')]).toEqual([true, true])
})
