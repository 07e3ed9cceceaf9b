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
  /** Alternatives to `words`: a product must have all words of one of these. */
  choices?: WordGroup[][]
  /** Places among the words. */
  places?: WordGroup[]
  /** True if the words name a part, an accessory or a service. */
  isForPart?: boolean
  regions?: Region[]
  locationMatch?: LocationMatch
  /** The towns that are near enough. */
  townIds?: number[]
  since?: Date
}

const DAY = 86_400_000

export interface Resolved {
  asked: Pick<Filters, 'words' | 'choices' | 'places' | 'isForPart'>
  locationMatch: LocationMatch | undefined
  townIds: number[] | undefined
  now: number
}

/** Two regions, one chosen and one typed as the location, keep only what both cover. */
function regionsOf(chosen: Region | undefined, typed: Region | undefined): Region[] | undefined {
  const lists = [chosen, typed].filter((region) => region !== undefined).map(regionsMeant)
  return lists.length === 0 ? undefined : lists.reduce((a, b) => a.filter((region) => b.includes(region)))
}

/** Leaves out what is not asked for; words without any meaning stay, and match nothing. */
const toFilters = ({ words, choices, places, isForPart }: Resolved['asked']): Resolved['asked'] => ({
  words: words?.length === 0 && places?.length ? undefined : words,
  choices,
  places: places?.length ? places : undefined,
  isForPart: isForPart || undefined,
})

export function filtersOf(query: SearchQuery, { asked, locationMatch, townIds, now }: Resolved): Filters {
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
    ...toFilters(asked),
    regions: regionsOf(region, locationMatch?.region ?? undefined),
    locationMatch: locationMatch?.region ? undefined : locationMatch,
    townIds,
    since: days === undefined ? undefined : new Date(now - days * DAY),
    ...attributeConditions(query),
    ...plain,
  }
}
