import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SearchReply } from '#contract/search/search.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import type { Filters } from './filters.ts'

const refersToCursor = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ field }) => field === 'cursor')

/** A page of results; the first page if the server does not know the cursor. */
async function fetchPage(api: ApiClient, filters: Filters, signal: AbortSignal): Promise<SearchReply> {
  try {
    return await api.call('searchProducts', { query: filters }, signal)
  } catch (error) {
    if (!filters.cursor || !refersToCursor(error)) throw error
    return api.call('searchProducts', { query: { ...filters, cursor: undefined } }, signal)
  }
}

export const searchResultsQuery = (api: ApiClient, { cursor, ...filters }: Filters) =>
  infiniteQueryOptions({
    queryKey: ['search', filters, cursor ?? null],
    queryFn: ({ pageParam, signal }) =>
      fetchPage(api, { ...filters, cursor: pageParam ?? undefined }, signal),
    // JSON would drop undefined on the way from the server.
    initialPageParam: cursor ?? null,
    getNextPageParam: (page): string | null => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** The attributes that filter the chosen category, and counts of choices. Order and page do not affect them. */
export const attributeFiltersQuery = (
  api: ApiClient,
  { cursor: _cursor, sort: _sort, near: _near, ...filters }: Filters,
) =>
  queryOptions({
    queryKey: ['attribute-filters', filters],
    queryFn: ({ signal }) => api.call('listAttributeFilters', { query: filters }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

export const suggestionsQuery = (api: ApiClient, typed: string) =>
  queryOptions({
    queryKey: ['suggestions', typed],
    queryFn: ({ signal }) => api.call('listSuggestions', { query: { q: typed } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
