import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

/** New products of all saved searches. */
export const savedSearchMatchesQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['saved-search-matches', personId],
    queryFn: async ({ signal }) => (await api.call('listSavedSearchMatches', {}, signal)).products,
    meta: { personal: true },
  })

export const savedSearchesQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['saved-searches', personId],
    queryFn: async ({ signal }) => (await api.call('listSavedSearches', {}, signal)).searches,
    meta: { personal: true },
  })
