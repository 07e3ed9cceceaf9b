import { type AttributeConditions, attributeConditions } from './attribute-filters.ts'
import { DATE_DAYS } from '#contract/selling/choices.ts'
import { type Region, regionsMeant } from '#contract/catalog/regions.ts'
import type { SearchQuery } from '#contract/search/search.ts'

/** Alternatives for one word of the search, as lexemes: a product has the word if it has any of them. */
export type WordGroup = string[]

/** The meaning of a typed location. */
export interface LocationMatch {
  /** Set if it names a region and nothing more exact. */
  region: Region | null
  placeIds: number[]
  /** A tsquery on the `location_terms` of listings there. */
  query: string
}

/** Parameters that need no resolving: their conditions compare a column with the chosen value. */
type PlainFilters = Omit<
  SearchQuery,
  'search' | 'attributes' | 'location' | 'region' | 'date' | 'sort' | 'near' | 'within' | 'cursor' | 'limit'
>

/**
 * The resolved filters of one search. Absent means 'any'. `max` is used as it is: at the price slider's right
 * end, which means 'and above', the page omits `max`.
 */
export interface Filters extends PlainFilters, AttributeConditions {
  words?: WordGroup[]
  regions?: Region[]
  locationMatch?: LocationMatch
  /** The towns that are near enough. */
  townIds?: number[]
  since?: Date
}

const DAY = 86_400_000

export interface Resolved {
  words: WordGroup[] | undefined
  locationMatch: LocationMatch | undefined
  townIds: number[] | undefined
  now: number
}

/** Two regions, one chosen and one typed as the location, keep only what both cover. */
function regionsOf(chosen: Region | undefined, typed: Region | undefined): Region[] | undefined {
  const lists = [chosen, typed].filter((region) => region !== undefined).map(regionsMeant)
  return lists.length === 0 ? undefined : lists.reduce((a, b) => a.filter((region) => b.includes(region)))
}

export function filtersOf(query: SearchQuery, { words, locationMatch, townIds, now }: Resolved): Filters {
  const {
    region,
    date,
    search: _words,
    attributes: _attributes,
    location: _location,
    sort: _sort,
    near: _near,
    within: _within,
    cursor: _cursor,
    limit: _limit,
    ...plain
  } = query
  const days = date && date !== 'all' ? DATE_DAYS[date] : undefined
  return {
    words,
    regions: regionsOf(region, locationMatch?.region ?? undefined),
    locationMatch: locationMatch?.region ? undefined : locationMatch,
    townIds,
    since: days === undefined ? undefined : new Date(now - days * DAY),
    ...attributeConditions(query),
    ...plain,
  }
}
