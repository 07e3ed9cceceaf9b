import { SEARCH_PARAMETERS, savedParameters } from '#contract/search/search-filters.ts'
import { type Filters, filtersToSearch } from '#web/search/filters.ts'

/** The part of a search that can be saved, written like the server's; '' if it has no filters. */
export function toSavedQuery(filters: Filters): string {
  const saved: Partial<Record<keyof Filters, string>> = {}
  for (const name of savedParameters) {
    const text = name === 'near' && !filters.within ? undefined : filters[name]
    saved[name] = text && SEARCH_PARAMETERS[name].kind === 'amount' ? String(Number(text)) : text
  }
  return filtersToSearch(saved as Filters)
}
