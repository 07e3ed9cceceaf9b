import { infiniteQueryOptions } from '@tanstack/react-query'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

export const reportsQuery = (api: ApiClient, personId: string) =>
  infiniteQueryOptions({
    queryKey: ['reports', personId],
    queryFn: ({ pageParam, signal }) =>
      api.call('listReports', { query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
    meta: { personal: true },
  })
