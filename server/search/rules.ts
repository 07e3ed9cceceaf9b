import { DATE_DAYS, type Sort } from '#contract/selling/choices.ts'
import { BRONG_AHAFO, type Region } from '#contract/catalog/regions.ts'
import type { SearchQuery } from '#contract/search.ts'
import {
  type FilterName,
  filterNames,
  type ParameterName,
  parametersOf,
  SEARCH_PARAMETERS,
  type SearchParameter,
} from '#contract/search-filters.ts'

/** Alternatives for one word of the search, as lexemes: a product has the word when it has any of them. */
export type WordGroup = string[]

/** What a typed location means. */
export interface LocationMatch {
  /** Where it names a region and nothing nearer. */
  region: Region | null
  placeIds: number[]
  /** What the listings there answer to, as a tsquery of their `location_terms`. */
  query: string
}

/** Parameters that need no resolving: their conditions compare a column with what was chosen. */
type PlainFilters = Omit<
  SearchQuery,
  'search' | 'location' | 'region' | 'date' | 'sort' | 'near' | 'cursor' | 'limit'
>

/**
 * The filters of one search, resolved. Absent means 'any'. `max` is taken as it is: the price slider's right
 * end means 'and above', which the page says by leaving `max` out.
 */
export interface Filters extends PlainFilters {
  words?: WordGroup[]
  regions?: Region[]
  locationMatch?: LocationMatch
  since?: Date
}

const DAY = 86_400_000

/** The former region stands for itself and the three that it was divided into. */
export const regionsMeant = (region: Region): Region[] =>
  region === 'Brong Ahafo' ? [region, ...BRONG_AHAFO] : [region]

export interface Resolved {
  words: WordGroup[] | undefined
  locationMatch: LocationMatch | undefined
  now: number
}

/** Two regions, one chosen and one typed as the location, leave what both cover. */
function regionsOf(chosen: Region | undefined, typed: Region | undefined): Region[] | undefined {
  const lists = [chosen, typed].filter((region) => region !== undefined).map(regionsMeant)
  return lists.length === 0 ? undefined : lists.reduce((a, b) => a.filter((region) => b.includes(region)))
}

export function filtersOf(query: SearchQuery, { words, locationMatch, now }: Resolved): Filters {
  const {
    region,
    date,
    search: _words,
    location: _location,
    sort: _sort,
    near: _near,
    cursor: _cursor,
    limit: _limit,
    ...plain
  } = query
  const days = date && date !== 'all' ? DATE_DAYS[date] : undefined
  return {
    words,
    regions: regionsOf(region, locationMatch?.region ?? undefined),
    locationMatch: locationMatch?.region ? undefined : locationMatch,
    since: days === undefined ? undefined : new Date(now - days * DAY),
    ...plain,
  }
}

/**
 * Newest first is the default, also with words (SPEC 9 lists it first); the page asks for relevance where it is
 * chosen. Without words nothing is more relevant, and without an origin nothing is nearer: newest first again.
 */
export function sortOf(query: SearchQuery, words: WordGroup[] | undefined, hasOrigin: boolean): Sort {
  const sort = query.sort ?? 'newest'
  if (sort === 'relevance' && !words) return 'newest'
  if (sort === 'distance' && !hasOrigin) return 'newest'
  return sort
}

const parameterOf = (name: ParameterName): SearchParameter => SEARCH_PARAMETERS[name]

const isActive = (query: SearchQuery, name: ParameterName): boolean =>
  query[name] !== undefined && query[name] !== parameterOf(name).neutral

const withoutCase = (value: string | number | undefined) =>
  typeof value === 'string' ? value.toLowerCase() : value

/** What makes two searches the same list: everything but the page. */
export const fingerprintText = (query: SearchQuery, sort: Sort): string =>
  JSON.stringify([
    sort,
    ...filterNames
      .flatMap(parametersOf)
      .map((name) => (isActive(query, name) ? withoutCase(query[name]) : undefined)),
    sort === 'distance' ? query.near : undefined,
  ])

/** The searches that have one active filter less. */
export const withoutOneFilter = (query: SearchQuery): { drop: FilterName; query: SearchQuery }[] =>
  filterNames
    .map((drop) => ({ drop, names: parametersOf(drop) }))
    .filter(({ names }) => names.some((name) => isActive(query, name)))
    .map(({ drop, names }) => ({
      drop,
      query: { ...query, ...Object.fromEntries(names.map((name) => [name, undefined])) },
    }))
