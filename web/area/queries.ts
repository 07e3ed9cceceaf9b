import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const townsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['towns'],
    queryFn: async ({ signal }) => (await api.call('listTowns', {}, signal)).towns,
    staleTime: Infinity,
  })
