import { beforeEach, expect, it, vi } from 'vitest'
import { pathWithNotification } from '#contract/notifications/opened-notifications.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { followOpenedNotifications } from './opened-notifications.ts'
import { notificationsKey } from './queries.ts'

const ID = '0198c0de-0000-7000-8000-000000000001'
const worker = new EventTarget()
let calls: string[]
let refused: boolean

const api = createApiClient({
  async fetch(path, init) {
    calls.push(`${init?.method} ${path}`)
    return refused
      ? Response.json({ error: { code: 'notification-not-found', message: 'Gone' } }, { status: 404 })
      : Response.json({})
  },
})

function follow() {
  const queryClient = createQueryClient({ retry: false })
  const unread = [...notificationsKey('ama'), 'unread']
  queryClient.setQueryData(unread, 1)
  const stop = followOpenedNotifications({ api, queryClient, personId: 'ama' })
  return { stop, isOutOfDate: () => queryClient.getQueryState(unread)?.isInvalidated }
}

beforeEach(() => {
  vi.stubGlobal('navigator', { serviceWorker: worker })
  calls = []
  refused = false
})

it('a page opened by a push marks its notifications as read and cleans its address', async () => {
  history.replaceState({ key: 'k' }, '', pathWithNotification('/products?category=mobile', ID))
  const { stop, isOutOfDate } = follow()
  expect(location.pathname + location.search + location.hash).toBe('/products?category=mobile')
  expect(history.state).toEqual({ key: 'k' })
  await expect.poll(() => isOutOfDate()).toBe(true)
  expect(calls).toEqual([`POST /api/notifications/${ID}/read`])
  stop()
})

it('an open tab marks a notification as read while its person is signed in', async () => {
  history.replaceState(null, '', '/products#reviews')
  const { stop, isOutOfDate } = follow()
  worker.dispatchEvent(new MessageEvent('message', { data: null }))
  worker.dispatchEvent(new MessageEvent('message', { data: { openedNotification: ID } }))
  await expect.poll(() => isOutOfDate()).toBe(true)
  stop()
  worker.dispatchEvent(new MessageEvent('message', { data: { openedNotification: ID } }))
  expect(calls).toEqual([`POST /api/notifications/${ID}/read`])
  expect(location.hash).toBe('#reviews')
})

it("a missing or another person's notification changes nothing", async () => {
  refused = true
  history.replaceState(null, '', pathWithNotification('/settings-page', ID))
  const { stop, isOutOfDate } = follow()
  await expect.poll(() => calls).toHaveLength(1)
  expect(isOutOfDate()).toBe(false)
  stop()
})
