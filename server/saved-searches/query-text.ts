import type { SavedFilters } from '#contract/search/search.ts'
import { savedParameters } from '#contract/search/search-filters.ts'

/** '?category=mobile&max=2000'; '?' alone when there is no filter. */
export function queryText(filters: SavedFilters): string {
  const query = new URLSearchParams()
  for (const name of savedParameters) {
    // What distance is measured from narrows nothing by itself.
    const value = name === 'near' && filters.within === undefined ? undefined : filters[name]
    if (value !== undefined) query.set(name, String(value))
  }
  return `?${query.toString()}`
}
