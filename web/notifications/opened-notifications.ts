import type { QueryClient } from '@tanstack/react-query'
import {
  notificationInFragment,
  type OpenedNotification,
} from '#contract/notifications/opened-notifications.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { notificationsKey } from './queries.ts'

interface OpenedDeps {
  api: ApiClient
  queryClient: QueryClient
  personId: string
}

/** Removes the id from the address, so that a reload or a copied link does not contain it. */
function takeFromAddress(): string | undefined {
  const id = notificationInFragment(location.hash)
  if (id !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return id
}

/**
 * Marks a notification as read that the person opened from a push, in this tab or a new one. Returns a
 * function that stops it.
 */
export function followOpenedNotifications({ api, queryClient, personId }: OpenedDeps): () => void {
  async function markRead(id: string) {
    try {
      await api.call('markNotificationRead', { params: { id } })
      await queryClient.invalidateQueries({ queryKey: notificationsKey(personId) })
    } catch {
      // It stays unread in the list: it is another person's, it was deleted, or there is no network.
    }
  }

  function receive({ data }: MessageEvent<Partial<OpenedNotification> | null>) {
    if (typeof data?.openedNotification === 'string') void markRead(data.openedNotification)
  }

  const opened = takeFromAddress()
  if (opened !== undefined) void markRead(opened)
  // Undefined if the page is not served over a secure connection.
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  worker?.addEventListener('message', receive)
  return () => worker?.removeEventListener('message', receive)
}
