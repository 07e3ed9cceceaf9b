import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { DASHBOARD_NOTIFICATIONS } from '#contract/limits.ts'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { notificationsKey } from './queries.ts'

export const latestNotificationsQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: [...notificationsKey(personId), 'latest'],
    queryFn: ({ signal }) =>
      api.call('listNotifications', { query: { limit: String(DASHBOARD_NOTIFICATIONS) } }, signal),
    meta: { personal: true },
  })

export const notificationsQuery = (api: ApiClient, personId: string) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey(personId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listNotifications', { query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
    meta: { personal: true },
  })
