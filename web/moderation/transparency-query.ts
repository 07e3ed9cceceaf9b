import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const transparencyQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['transparency'],
    queryFn: async ({ signal }) => (await api.call('getTransparency', {}, signal)).months,
  })
