import { COUNT_EXACT_MAX } from '#contract/limits.ts'
import type { SearchQuery } from '#contract/search/search.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import { createGate } from '#server/platform/concurrency/gate.ts'
import { createLoadingCache, type LoadingCache } from '#server/platform/cache/loading-cache.ts'
import {
  FREQUENT,
  type FrequentWords,
  isForFrequentWord,
  readFrequentWords,
} from '#server/search/words/frequent-words.ts'
import { countProducts, oldestMoment } from './queries.ts'
import {
  type Filters,
  filtersOf,
  type LocationMatch,
  type WordGroup,
} from '#server/search/filters/filters.ts'
import { canContain } from './new-products.ts'
import { countByWeeks } from '#server/search/filters/steps.ts'
import { weekOf } from '#server/search/words/terms.ts'
import { readTyped, findSimilarWords, type TypedWord, wordsOf } from '#server/search/words/typing.ts'
import { readLocationMatch } from '#server/search/words/location-match.ts'
import { selectSpots, type Spot, townsNear } from '#server/search/words/towns.ts'

const MINUTE = 60_000
/** A larger count may be off by one for half a minute; otherwise each change of the market would clear it. */
const SMALL_COUNT = 300

/** Cached data that searches need again and again; rows themselves are never cached. */
export interface Lookups {
  /** The query's filters; `words` replace the typed ones. */
  filters(query: SearchQuery, words?: WordGroup[]): Promise<Filters>
  locationMatch(location: string | undefined): Promise<LocationMatch | undefined>
  spots(): Promise<Spot[]>
  similarWords(text: string): Promise<WordGroup[] | undefined>
  /**
   * Exact up to COUNT_EXACT_MAX, otherwise one more than that. Between half a minute and ten minutes old at
   * most, depending on its size.
   */
  count(filters: Filters, query: SearchQuery): Promise<number>
  /** The filters of a query whose typed words had matches; undefined if they are not in memory. */
  knownFilters(query: SearchQuery): Filters | undefined
  /** The oldest week with a product on sale. */
  oldestWeek(): Promise<number>
  /** Drops what a change may have outdated; `product` is given if the change is only its publication. */
  clear(product?: PublishedProduct): void
}

export const countKey = (filters: Filters, query: SearchQuery) =>
  JSON.stringify([{ ...filters, since: query.date }])
/** Reads the filters from the key of a count. */
export const filtersIn = (key: string) => (JSON.parse(key) as [Filters])[0]

/** Reads the cached value of a text, if one was typed. */
function known<Value>(cache: LoadingCache<Value>, text: string | undefined): Value | undefined | 'unknown' {
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

interface CounterOptions {
  now: () => number
  oldestWeek: () => Promise<number>
  /** Minimum number of products that makes a word frequent. */
  frequent: number
}

/** Counts the products of a search in the way that reads the least. */
function createCounter(db: Database, { now, oldestWeek, frequent }: CounterOptions) {
  const frequentWords = createLoadingCache<FrequentWords>({ max: 1, freshMs: 60 * MINUTE, now })
  return async (filters: Filters): Promise<number> => {
    const most = COUNT_EXACT_MAX + 1
    const words = await frequentWords.get('', () => readFrequentWords(db))
    if (!isForFrequentWord(filters, words, frequent)) return countProducts(db, filters, most)
    return countByWeeks(db, filters, most, { oldestWeek: await oldestWeek(), now: now() })
  }
}

export function createLookups(db: Database, now: () => number, frequent = FREQUENT): Lookups {
  const typed = createLoadingCache<TypedWord[]>({ max: 5000, freshMs: 60 * MINUTE, now })
  const matches = createLoadingCache<LocationMatch | undefined>({ max: 1000, freshMs: 60 * MINUTE, now })
  // Even if many new locations are requested at once, most connections stay free for everything else.
  const reading = createGate({ concurrency: 2, queueLength: 200, retryAfterSeconds: 1 })
  const similar = createLoadingCache<WordGroup[] | undefined>({ max: 1000, freshMs: 10 * MINUTE, now })
  const counts = createCounts(now)
  const spots = createLoadingCache<Spot[]>({ max: 1, freshMs: 60 * MINUTE, now })
  const oldestWeeks = createLoadingCache<number>({ max: 1, freshMs: MINUTE, now })

  const words = (text: string) => typed.get(text, () => readTyped(db, text))
  const locationMatch = async (location: string | undefined) =>
    location === undefined
      ? undefined
      : matches.get(location, () => reading.run(() => readLocationMatch(db, location)))

  const oldestWeek = () =>
    oldestWeeks.get('', async () => weekOf(Date.parse((await oldestMoment(db)) ?? '') || now()))

  const readCount = createCounter(db, { now, oldestWeek, frequent })
  const allSpots = () => spots.get('', () => selectSpots(db))

  return {
    locationMatch,
    spots: allSpots,
    async filters(query, instead) {
      const asTyped = query.search === undefined ? undefined : wordsOf(await words(query.search))
      const where = await locationMatch(query.location)
      const townIds = query.within === undefined ? undefined : townsNear(await allSpots(), query)
      return filtersOf(query, { words: instead ?? asTyped, locationMatch: where, townIds, now: now() })
    },
    similarWords: (text) => similar.get(text, async () => findSimilarWords(db, await words(text))),
    async count(filters, query) {
      if (filters.words?.length === 0 || filters.regions?.length === 0 || filters.townIds?.length === 0)
        return 0
      return counts.get(countKey(filters, query), () => readCount(filters))
    },
    knownFilters(query) {
      // The cursor may belong to a list of similar words.
      if (query.cursor !== undefined) return undefined
      const asTyped = known(typed, query.search)
      const where = known(matches, query.location)
      const towns = known(spots, query.within && '')
      if (asTyped === 'unknown' || where === 'unknown' || towns === 'unknown') return undefined
      const filters = filtersOf(query, {
        words: asTyped && wordsOf(asTyped),
        locationMatch: where,
        townIds: towns && townsNear(towns, query),
        now: now(),
      })
      const found = counts.find(countKey(filters, query))?.value ?? 0
      return found > 0 ? filters : undefined
    },
    oldestWeek,
    clear(product) {
      counts.clear(product)
      for (const cache of [oldestWeeks, similar]) cache.clear()
    },
  }
}
