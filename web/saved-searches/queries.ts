import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const savedSearchesQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['saved-searches', personId],
    queryFn: async ({ signal }) => (await api.call('listSavedSearches', {}, signal)).searches,
    meta: { personal: true },
  })
