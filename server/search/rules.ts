import type { Sort } from '#contract/selling/choices.ts'
import type { SearchQuery } from '#contract/search.ts'
import {
  defaultSort,
  type FilterName,
  filterNames,
  type ParameterName,
  parametersOf,
  SEARCH_PARAMETERS,
  type SearchParameter,
} from '#contract/search-filters.ts'
import type { WordGroup } from './filters.ts'

/** Without words nothing is more relevant, and without an origin nothing is nearer: then the default it is. */
export function sortOf(query: SearchQuery, words: WordGroup[] | undefined, hasOrigin: boolean): Sort {
  const usual = defaultSort({ search: words && query.search })
  const { sort = usual } = query
  if (sort === 'relevance' && !words) return usual
  return sort === 'distance' && !hasOrigin ? usual : sort
}

const parameterOf = (name: ParameterName): SearchParameter => SEARCH_PARAMETERS[name]

/** Whether a parameter narrows or orders the list. */
export const isActive = (query: SearchQuery, name: ParameterName): boolean =>
  query[name] !== undefined && query[name] !== parameterOf(name).neutral

/** The searches that have one active filter less. */
export const withoutOneFilter = (query: SearchQuery): { drop: FilterName; query: SearchQuery }[] =>
  filterNames
    .map((drop) => ({ drop, names: parametersOf(drop) }))
    .filter(({ names }) => names.some((name) => isActive(query, name)))
    .map(({ drop, names }) => ({
      drop,
      query: { ...query, ...Object.fromEntries(names.map((name) => [name, undefined])) },
    }))
