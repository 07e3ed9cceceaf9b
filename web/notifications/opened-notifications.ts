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

/** The id leaves the address, so that a reload or a copied link does not carry it. */
function takeFromAddress(): string | undefined {
  const id = notificationInFragment(location.hash)
  if (id !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return id
}

/** Marks as read what the person opened from a push, in this tab or a new one. Returns how to stop. */
export function followOpenedNotifications({ api, queryClient, personId }: OpenedDeps): () => void {
  async function markRead(id: string) {
    try {
      await api.call('markNotificationRead', { params: { id } })
      await queryClient.invalidateQueries({ queryKey: notificationsKey(personId) })
    } catch {
      // It stays unread, and is found in the list: another person's, deleted meanwhile, or no network.
    }
  }

  function receive({ data }: MessageEvent<Partial<OpenedNotification> | null>) {
    if (typeof data?.openedNotification === 'string') void markRead(data.openedNotification)
  }

  const opened = takeFromAddress()
  if (opened !== undefined) void markRead(opened)
  // Absent where the page is not served over a safe connection.
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  worker?.addEventListener('message', receive)
  return () => worker?.removeEventListener('message', receive)
}
