import type { Sort } from '#contract/selling/choices.ts'
import type { SearchQuery } from '#contract/search/search.ts'
import {
  defaultSort,
  type FilterName,
  filterNames,
  type ParameterName,
  parametersOf,
  SEARCH_PARAMETERS,
  type SearchParameter,
} from '#contract/search/search-filters.ts'
import { changeAttributeFilter, readAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import type { WordGroup } from '#server/search/filters/filters.ts'

/** Uses the default sort for relevance without words and for distance without an origin. */
export function resolveSort(query: SearchQuery, words: WordGroup[] | undefined, hasOrigin: boolean): Sort {
  const usual = defaultSort({ search: words && query.search })
  const { sort = usual } = query
  if (sort === 'relevance' && !words) return usual
  return sort === 'distance' && !hasOrigin ? usual : sort
}

const parameterOf = (name: ParameterName): SearchParameter => SEARCH_PARAMETERS[name]

/** Returns whether a parameter narrows or orders the list. */
export const isActive = (query: SearchQuery, name: ParameterName): boolean =>
  query[name] !== undefined && query[name] !== parameterOf(name).neutral

interface DroppedFilter {
  drop: FilterName
  attribute?: string
}

function withoutFilter(query: SearchQuery, drop: FilterName): (DroppedFilter & { query: SearchQuery })[] {
  const names = parametersOf(drop)
  if (!names.some((name) => isActive(query, name))) return []
  if (drop === 'attributes')
    return Object.keys(readAttributeFilters(query.attributes)).map((attribute) => ({
      drop,
      attribute,
      query: { ...query, attributes: changeAttributeFilter(query.attributes, attribute, []) },
    }))
  return [{ drop, query: { ...query, ...Object.fromEntries(names.map((name) => [name, undefined])) } }]
}

/** The searches with one active filter or attribute removed. */
export const withoutOneFilter = (query: SearchQuery) =>
  filterNames.flatMap((drop) => withoutFilter(query, drop))
