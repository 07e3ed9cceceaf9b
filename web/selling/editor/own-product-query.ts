import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const ownProductQuery = (api: ApiClient, personId: string, id: string) =>
  queryOptions({
    queryKey: ['own-product', personId, id],
    queryFn: ({ signal }) => api.call('getOwnProduct', { params: { id } }, signal),
    // The form starts with the current values, and never changes while people edit it.
    staleTime: 0,
    refetchOnReconnect: false,
    meta: { personal: true },
  })
