import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

/** It has its own file because the route table, which every page loads, prefetches with it. */
export const transparencyQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['transparency'],
    queryFn: async ({ signal }) => (await api.call('getTransparency', {}, signal)).months,
  })
