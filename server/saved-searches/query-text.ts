import { type SavedFilters, SearchQuery } from '#contract/search/search.ts'
import { savedParameters } from '#contract/search/search-filters.ts'

/** '?category=mobile&max=2000', or only '?' without filters. */
export function queryText(filters: SavedFilters): string {
  const query = new URLSearchParams()
  for (const name of savedParameters) {
    // The origin of a distance does not narrow anything without a distance.
    const value = name === 'near' && filters.within === undefined ? undefined : filters[name]
    if (value !== undefined) query.set(name, String(value))
  }
  return `?${query.toString()}`
}

/** Reads what `queryText` wrote. */
export const readQueryText = (query: string): SearchQuery =>
  SearchQuery.parse(Object.fromEntries(new URLSearchParams(query)))
