import { DATE_DAYS, type Sort } from '#contract/choices.ts'
import { BRONG_AHAFO, REGIONS, type Region } from '#contract/regions.ts'
import type { SearchQuery } from '#contract/search.ts'

/** Alternatives for one word of the search, as lexemes: a product has the word when it has any of them. */
export type WordGroup = string[]

/** What a typed location means: a region's name, else towns so named and listings whose place begins so. */
export interface Whereabouts {
  region: Region | undefined
  placeIds: number[]
  /** Folded text that a listing's own place may begin with. */
  prefix: string
}

/**
 * The filters of one search, resolved. Absent means 'any'. `max` is taken as it is: the price slider's right
 * end means 'and above', which the page says by leaving `max` out.
 */
export interface Filters {
  words?: WordGroup[]
  category?: string
  regions?: Region[]
  whereabouts?: Whereabouts
  min?: number
  max?: number
  since?: Date
  priceType?: string
}

const DAY = 86_400_000

/** The former region stands for itself and the three that it was divided into. */
export const regionsMeant = (region: Region): Region[] =>
  region === 'Brong Ahafo' ? [region, ...BRONG_AHAFO] : [region]

export const regionByFoldedName = (folded: string): Region | undefined =>
  REGIONS.find((region) => region.toLowerCase() === folded)

export interface Resolved {
  words: WordGroup[] | undefined
  whereabouts: Whereabouts | undefined
  now: number
}

/** Two regions, one chosen and one typed as the location, leave what both cover. */
function regionsOf(chosen: Region | undefined, typed: Region | undefined): Region[] | undefined {
  const lists = [chosen, typed].filter((region) => region !== undefined).map(regionsMeant)
  return lists.length === 0 ? undefined : lists.reduce((a, b) => a.filter((region) => b.includes(region)))
}

export function filtersOf(query: SearchQuery, { words, whereabouts, now }: Resolved): Filters {
  const days = query.date && query.date !== 'all' ? DATE_DAYS[query.date] : undefined
  return {
    words,
    category: query.category,
    regions: regionsOf(query.region, whereabouts?.region),
    whereabouts: whereabouts?.region ? undefined : whereabouts,
    min: query.min,
    max: query.max,
    since: days === undefined ? undefined : new Date(now - days * DAY),
    priceType: query.price_type,
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

/** What makes two searches the same list: everything but the page. */
export const fingerprintText = (query: SearchQuery, sort: Sort): string =>
  JSON.stringify([
    sort,
    query.search?.toLowerCase(),
    query.category,
    query.location?.toLowerCase(),
    query.region,
    query.min,
    query.max,
    query.date === 'all' ? undefined : query.date,
    query.price_type,
    sort === 'distance' ? query.near : undefined,
  ])

const DROPPED = {
  search: { search: undefined },
  category: { category: undefined },
  location: { location: undefined },
  region: { region: undefined },
  price: { min: undefined, max: undefined },
  date: { date: undefined },
  price_type: { price_type: undefined },
} as const satisfies Record<string, Partial<SearchQuery>>

export type Droppable = keyof typeof DROPPED

/** The searches that have one active filter less. */
export function withoutOneFilter(query: SearchQuery): { drop: Droppable; query: SearchQuery }[] {
  const isActive = (key: string) => {
    const value = query[key as keyof SearchQuery]
    return value !== undefined && !(key === 'date' && value === 'all')
  }
  return Object.entries(DROPPED)
    .filter(([, cleared]) => Object.keys(cleared).some(isActive))
    .map(([drop, cleared]) => ({ drop: drop as Droppable, query: { ...query, ...cleared } }))
}
