import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const blockedQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['blocks', personId],
    queryFn: async ({ signal }) => (await api.call('listBlocked', {}, signal)).people,
    meta: { personal: true },
  })
