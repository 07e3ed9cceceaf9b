import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

/** Apart from those of reports, since the table of pages, which every page loads, prefetches by it. */
export const transparencyQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['transparency'],
    queryFn: async ({ signal }) => (await api.call('getTransparency', {}, signal)).months,
  })
