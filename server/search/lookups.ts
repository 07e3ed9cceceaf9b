import { COUNT_EXACT_MAX } from '#contract/limits.ts'
import type { SearchQuery } from '#contract/search/search.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import { createGate } from '#server/platform/concurrency/gate.ts'
import { createLoadingCache, type LoadingCache } from '#server/platform/cache/loading-cache.ts'
import {
  FREQUENT,
  type IsFrequent,
  isFrequentAmong,
  readFrequentWords,
} from '#server/search/words/frequent-words.ts'
import { countIds, oldestMoment } from './queries.ts'
import { countKey, type Filters, filtersIn, type LocationMatch } from '#server/search/filters/filters.ts'
import { filtersOf, type Resolved } from '#server/search/filters/resolve.ts'
import { canContain } from './new-products.ts'
import type { Sql } from '#server/search/filters/conditions.ts'
import { someMatches as matchesOf } from '#server/search/filters/steps.ts'
import { weekOf } from '#server/search/words/terms.ts'
import type { Meaning } from '#server/search/words/meaning.ts'
import { readLocationMatch } from '#server/search/words/location-match.ts'
import { createMeanings } from '#server/search/words/meanings.ts'
import { selectSpots, type Spot, townsNear } from '#server/search/words/towns.ts'

const MINUTE = 60_000
/** More products with some of the words are not sorted; those with the first choice of words come alone. */
const CHOICES_SORTED_MAX = 1000
/** A larger count may be off by one for half a minute; otherwise each change of the market would clear it. */
const SMALL_COUNT = 300

/** Cached data that searches need again and again; rows themselves are never cached. */
export interface Lookups {
  /** The query's filters; `meaning` replaces that of the typed words. */
  filters(query: SearchQuery, meaning?: Meaning): Promise<Filters>
  meaning(text: string): Promise<Meaning>
  /** The meaning for products of any time, which may write words otherwise than those of today. */
  meaningForLater(text: string): Promise<Meaning>
  locationMatch(location: string | undefined): Promise<LocationMatch | undefined>
  spots(): Promise<Spot[]>
  similarWords(text: string): Promise<Meaning | undefined>
  /** The filters for products with most of the words, if none has all; `meant` replaces the typed words. */
  mostWords(
    query: SearchQuery,
    meant: Meaning | undefined,
  ): Promise<{ filters: Filters; matches: number; leftOut: string[] } | undefined>
  /**
   * Exact up to COUNT_EXACT_MAX, otherwise one more than that. Between half a minute and ten minutes old at
   * most, depending on its size.
   */
  count(filters: Filters, query: SearchQuery): Promise<number>
  /** A statement for the ids and choices of at most `most` matches, whichever are found by reading the least. */
  someMatches(filters: Filters, most: number): Promise<Sql>
  /** The filters of a query whose typed words had matches; undefined if they are not in memory. */
  knownFilters(query: SearchQuery): Filters | undefined
  /** The oldest week with a product on sale. */
  oldestWeek(): Promise<number>
  /** Drops what a change may have outdated; `product` is given if the change is only its publication. */
  clear(product?: PublishedProduct): void
}

/** Reads the cached value of a text, if one was typed. */
function findIn<Value>(cache: LoadingCache<Value>, text: string | undefined): Value | undefined | 'unknown' {
  if (text === undefined) return undefined
  const stored = cache.find(text)
  return stored ? stored.value : 'unknown'
}

/** Larger counts take longer and rarely drop below the cap, so they are cached longer. */
const countFreshMs = (count: number) => (count > COUNT_EXACT_MAX ? 10 * MINUTE : MINUTE / 2)

const createCounts = (now: () => number) =>
  createLoadingCache<number, PublishedProduct>({
    max: 10_000,
    freshMs: countFreshMs,
    staleMs: () => 10 * MINUTE,
    survivesClear: (count) => count > SMALL_COUNT,
    canOutdate: (key, product) => canContain(filtersIn(key), product),
    now,
  })

/** The places of the market, and what typed locations mean. */
function createPlaces(db: Database, now: () => number) {
  const typed = createLoadingCache<LocationMatch | undefined>({ max: 1000, freshMs: 60 * MINUTE, now })
  const spots = createLoadingCache<Spot[]>({ max: 1, freshMs: 60 * MINUTE, now })
  // Even if many new locations are requested at once, most connections stay free for everything else.
  const reading = createGate({ concurrency: 2, queueLength: 200, retryAfterSeconds: 1 })
  return {
    typed,
    spots,
    all: () => spots.get('', () => selectSpots(db)),
    match: async (location: string | undefined) =>
      location === undefined
        ? undefined
        : typed.get(location, () => reading.run(() => readLocationMatch(db, location))),
  }
}

const isImpossible = ({ words, regions, townIds }: Filters) =>
  [words, regions, townIds].some((any) => any?.length === 0)

/** Resolves queries into filters. */
function createResolver(db: Database, now: () => number, frequent: number) {
  const places = createPlaces(db, now)
  const frequentWords = createLoadingCache<IsFrequent>({ max: 1, freshMs: 60 * MINUTE, now })
  const isFrequent = () =>
    frequentWords.get('', async () => isFrequentAmong(await readFrequentWords(db), frequent))
  const meanings = createMeanings(db, { spots: places.all, isFrequent, now })
  return {
    places,
    meanings,
    isFrequent,
    async read(query: SearchQuery, asked: Resolved['asked']): Promise<Filters> {
      const locationMatch = await places.match(query.location)
      const townIds = query.within === undefined ? undefined : townsNear(await places.all(), query)
      return filtersOf(query, { asked, locationMatch, townIds, isFrequent: await isFrequent(), now: now() })
    },
    /** The filters, if everything that they need is in memory. */
    find(query: SearchQuery): Filters | undefined {
      const asked = findIn(meanings.typed, query.search)
      const locationMatch = findIn(places.typed, query.location)
      const towns = findIn(places.spots, query.within && '')
      const known = frequentWords.find('')
      if (asked === 'unknown' || locationMatch === 'unknown' || towns === 'unknown' || !known)
        return undefined
      const townIds = towns && townsNear(towns, query)
      const resolved = { locationMatch, townIds, isFrequent: known.value, now: now() }
      return filtersOf(query, { asked: asked ?? {}, ...resolved })
    },
  }
}

export function createLookups(db: Database, now: () => number, frequent = FREQUENT): Lookups {
  const resolver = createResolver(db, now, frequent)
  const { places, meanings } = resolver
  const counts = createCounts(now)
  const oldestWeeks = createLoadingCache<number>({ max: 1, freshMs: MINUTE, now })
  const oldestWeek = () =>
    oldestWeeks.get('', async () => weekOf(Date.parse((await oldestMoment(db)) ?? '') || now()))
  const someMatches = async (filters: Filters, most: number) =>
    matchesOf(filters, most, { oldestWeek: await oldestWeek(), now: now() })

  return {
    locationMatch: places.match,
    spots: places.all,
    meaning: meanings.read,
    meaningForLater: meanings.readForLater,
    similarWords: meanings.similar,
    filters: async (query, instead) =>
      resolver.read(
        query,
        query.search === undefined ? {} : (instead ?? (await meanings.read(query.search))),
      ),
    async mostWords(query, meant) {
      const meaning = meant ?? (await meanings.read(query.search ?? ''))
      const { words, places: asked, isForPart } = meaning
      const rest = await resolver.read(query, {})
      if (isImpossible(rest)) return undefined
      const key = countKey({ ...rest, words, places: asked }, query)
      const most = await meanings.most(key, rest, meaning)
      if (!most) return undefined
      const { leftOut, choices } = most
      if (choices.length > 1) {
        const together = { ...rest, areFrequent: undefined, isEverywhere: undefined, choices, isForPart }
        const matches = await this.count(together, query)
        if (matches <= CHOICES_SORTED_MAX) return { filters: together, matches, leftOut }
      }
      const filters = await resolver.read(query, { words: choices[0], isForPart })
      return { filters, matches: await this.count(filters, query), leftOut }
    },
    async count(filters, query) {
      if (isImpossible(filters)) return 0
      return counts.get(countKey(filters, query), async () =>
        countIds(db, await someMatches(filters, COUNT_EXACT_MAX + 1)),
      )
    },
    knownFilters(query) {
      // The cursor may belong to a list of similar words.
      const filters = query.cursor === undefined ? resolver.find(query) : undefined
      const count = filters && counts.find(countKey(filters, query))?.value
      return count ? filters : undefined
    },
    someMatches,
    oldestWeek,
    clear(product) {
      counts.clear(product)
      oldestWeeks.clear()
      meanings.clear(product)
    },
  }
}
