import { filterNames, parametersOf } from '#contract/search/search-filters.ts'
import type { SearchQuery } from '#contract/search/search.ts'
import type { Sort } from '#contract/selling/choices.ts'
import { isActive } from './rules.ts'

const withoutCase = (value: string | number | undefined) =>
  typeof value === 'string' ? value.toLowerCase() : value

/** Everything that identifies a search's list, without the page. */
export const fingerprintText = (query: SearchQuery, sort: Sort): string =>
  JSON.stringify([
    sort,
    ...filterNames
      .flatMap(parametersOf)
      .map((name) => (isActive(query, name) ? withoutCase(query[name]) : undefined)),
    sort === 'distance' || query.within ? query.near : undefined,
  ])
