import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

/** How the keys begin of all that is known of a person's notifications: what to invalidate when they changed. */
export const notificationsKey = (personId: string) => ['notifications', personId] as const

export const unreadNotificationsQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: [...notificationsKey(personId), 'unread'],
    queryFn: async ({ signal }) => (await api.call('countUnreadNotifications', {}, signal)).count,
    refetchOnWindowFocus: true,
    meta: { personal: true },
  })
