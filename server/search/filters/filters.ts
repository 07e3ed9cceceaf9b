import type { AttributeConditions } from './attribute-filters.ts'
import type { Region } from '#contract/catalog/regions.ts'
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
  /** True if each of the words, places and attributes has many products. */
  areFrequent?: boolean
  /** True if it is one, and the newest products of any town soon fill a page. */
  isEverywhere?: boolean
  /** True if the words name a part, an accessory or a service. */
  isForPart?: boolean
  regions?: Region[]
  locationMatch?: LocationMatch
  /** The towns that are near enough. */
  townIds?: number[]
  /** Their terms, for the index. */
  townTerms?: WordGroup
  since?: Date
  /** The first and the last week of products since then. */
  weeks?: [first: number, last: number]
}

export const countKey = (filters: Filters, query: SearchQuery) =>
  JSON.stringify([{ ...filters, since: query.date }])
/** Reads the filters from the key of a count. */
export const filtersIn = (key: string) => (JSON.parse(key) as [Filters])[0]
