import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications/notifications.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { reasonOf, statusOf } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { showUndo } from '#web/platform/ui/toasts/undo-toast.ts'
import type { Page, Pages } from './newest-notifications.ts'
import { notificationsKey } from './queries.ts'

type CachedData = number | Page | Pages
type Change = (notification: Notification) => Notification | null

const changePage = (page: Page, change: Change): Page => ({
  ...page,
  items: page.items.map(change).filter((item) => item !== null),
})

/** Changes a cached value: the badge's number, the newest notifications or the whole list. */
function changeCached(known: CachedData | undefined, change: Change, unread: (count: number) => number) {
  if (known === undefined) return undefined
  if (typeof known === 'number') return Math.max(0, unread(known))
  if ('items' in known) return changePage(known, change)
  return { ...known, pages: known.pages.map((page) => changePage(page, change)) }
}

interface Step {
  personId: string
  change: Change
  unread: (count: number) => number
  call: () => Promise<unknown>
  /** Message if it fails (SPEC 8). */
  failure: string
}

/** Shows the change at once; if the server refuses, it is undone with a message. */
async function changeOptimistically(
  queryClient: QueryClient,
  { personId, change, unread, call, failure }: Step,
): Promise<boolean> {
  const queryKey = notificationsKey(personId)
  // Interrupted requests are repeated afterwards; otherwise the screen already shows the server's state.
  let isDone = true
  let isStale = queryClient.isFetching({ queryKey }) > 0
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueriesData<CachedData>({ queryKey })
  queryClient.setQueriesData<CachedData>({ queryKey }, (known) => changeCached(known, change, unread))
  try {
    await call()
  } catch (error) {
    isStale = true
    isDone = false
    for (const [key, known] of before) queryClient.setQueryData(key, known)
    showToast(failure, reasonOf(error))
  }
  if (isStale) void queryClient.invalidateQueries({ queryKey })
  return isDone
}

const unreadAmong = (notifications: readonly Notification[]) => notifications.filter(({ read }) => !read)

/** Another tab or device may have deleted a member of the group. */
function unlessMissing(error: unknown): void {
  if (statusOf(error) !== 404) throw error
}

/** A person's changes to one notification, or to several equal ones at once. */
export function useNotificationChanges(personId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const read = (known: Notification) => ({ ...known, read: true })
  const callEach = (
    name: 'markNotificationRead' | 'deleteNotification' | 'restoreNotification',
    notifications: readonly Notification[],
  ) => Promise.all(notifications.map(({ id }) => api.call(name, { params: { id } }).catch(unlessMissing)))

  async function restore(notifications: readonly Notification[]) {
    try {
      await callEach('restoreNotification', notifications)
    } catch (error) {
      showToast('Failed to restore notification', reasonOf(error))
    }
    await queryClient.invalidateQueries({ queryKey: notificationsKey(personId) })
  }

  return {
    markRead(notifications: readonly Notification[]) {
      const unread = unreadAmong(notifications)
      const ids = new Set(unread.map(({ id }) => id))
      return changeOptimistically(queryClient, {
        personId,
        change: (known) => (ids.has(known.id) ? read(known) : known),
        unread: (count) => count - unread.length,
        call: () => callEach('markNotificationRead', unread),
        failure: 'Failed to mark notification as read',
      })
    },
    markAllRead: () =>
      changeOptimistically(queryClient, {
        personId,
        change: read,
        unread: () => 0,
        call: () => api.call('markAllNotificationsRead', {}),
        failure: 'Failed to mark all notifications as read',
      }),
    /** `onRestored` is called once the notifications are shown again. */
    async remove(notifications: readonly Notification[], onRestored: () => void) {
      const ids = new Set(notifications.map(({ id }) => id))
      const isDone = await changeOptimistically(queryClient, {
        personId,
        change: (known) => (ids.has(known.id) ? null : known),
        unread: (count) => count - unreadAmong(notifications).length,
        call: () => callEach('deleteNotification', notifications),
        failure: 'Failed to delete notification',
      })
      const { length } = notifications
      const title = length === 1 ? 'Notification deleted' : `${length} notifications deleted`
      if (isDone) showUndo(title, () => void restore(notifications).then(onRestored))
      // The list of the newest notifications has room for more.
      void queryClient.invalidateQueries({ queryKey: [...notificationsKey(personId), 'latest'] })
    },
  }
}
