import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

/** Start of the keys of all queries about a person's notifications; invalidate it when they change. */
export const notificationsKey = (personId: string) => ['notifications', personId] as const

export const unreadNotificationsQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: [...notificationsKey(personId), 'unread'],
    queryFn: async ({ signal }) => (await api.call('countUnreadNotifications', {}, signal)).count,
    refetchOnWindowFocus: true,
    meta: { personal: true },
  })
