import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { categoriesQuery } from '#web/catalog/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useNavigationType, useSearchParams } from '#web/platform/router/use-router.ts'
import { type Filters, parseFilters } from './filters.ts'
import { prepareSideFilters } from './LazyFilterForm.tsx'
import { prepareFilters, prepareResults } from './on-demand.tsx'
import { attributeFiltersQuery, searchResultsQuery } from './queries.ts'

interface ListInput {
  search: URLSearchParams
  queryClient: QueryClient
  api: ApiClient
}

/** Loads the code of the filters beside the list. */
export const prepareList = prepareSideFilters

/** Requests everything that the first view of a list shows, and loads the code of what it shows in addition. */
export function prefetchList({ search, queryClient, api }: ListInput): Promise<unknown>[] {
  const filters = parseFilters(search)
  return [
    queryClient.query(categoriesQuery(api)),
    queryClient.infiniteQuery(searchResultsQuery(api, filters)).then(({ pages }) => prepareResults(pages[0])),
    prepareFilters(filters),
    ...(filters.category ? [queryClient.query(attributeFiltersQuery(api, filters))] : []),
  ]
}

export type ResultsQuery = ReturnType<typeof useInfiniteResults>

const useInfiniteResults = (filters: Filters) =>
  useLoadedPages(useInfiniteQuery(searchResultsQuery(useApi(), filters)))

/** The list follows a choice a moment later, so that a slow phone shows the choice first. */
export function useResults() {
  const [search] = useSearchParams()
  const later = useDeferredValue(search)
  // Back and forward scroll to the old position, so the old list has to be there at once.
  const shown = useNavigationType() === 'POP' ? search : later
  return { results: useInfiniteResults(parseFilters(shown)), isBehind: shown !== search }
}
