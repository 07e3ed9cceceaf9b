import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const reportsQuery = (api: ApiClient, personId: string) =>
  infiniteQueryOptions({
    queryKey: ['reports', personId],
    queryFn: ({ pageParam, signal }) =>
      api.call('listReports', { query: { cursor: pageParam ?? undefined } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { personal: true },
  })
