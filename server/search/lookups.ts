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
import { type Filters, filtersOf, type LocationMatch, type Resolved } from '#server/search/filters/filters.ts'
import { canContain } from './new-products.ts'
import { countByWeeks } from '#server/search/filters/steps.ts'
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

export function createLookups(db: Database, now: () => number, frequent = FREQUENT): Lookups {
  const places = createPlaces(db, now)
  const meanings = createMeanings(db, { spots: places.all, now })
  const counts = createCounts(now)
  const oldestWeeks = createLoadingCache<number>({ max: 1, freshMs: MINUTE, now })
  const oldestWeek = () =>
    oldestWeeks.get('', async () => weekOf(Date.parse((await oldestMoment(db)) ?? '') || now()))
  const readCount = createCounter(db, { now, oldestWeek, frequent })

  async function filtersFor(query: SearchQuery, asked: Resolved['asked']): Promise<Filters> {
    const locationMatch = await places.match(query.location)
    const townIds = query.within === undefined ? undefined : townsNear(await places.all(), query)
    return filtersOf(query, { asked, locationMatch, townIds, now: now() })
  }

  return {
    locationMatch: places.match,
    spots: places.all,
    meaning: meanings.read,
    similarWords: meanings.similar,
    filters: async (query, instead) =>
      filtersFor(query, query.search === undefined ? {} : (instead ?? (await meanings.read(query.search)))),
    async mostWords(query, meant) {
      const { isForPart, ...asked } = meant ?? (await meanings.read(query.search ?? ''))
      const rest = await filtersFor(query, {})
      const key = countKey({ ...rest, words: asked.words, places: asked.places }, query)
      const most = await meanings.most(key, rest, { ...asked, isForPart })
      if (!most) return undefined
      const { leftOut, choices } = most
      const together = { ...rest, choices, isForPart }
      const matches = await this.count(together, query)
      if (matches <= CHOICES_SORTED_MAX) return { filters: together, matches, leftOut }
      const filters = { ...rest, words: choices[0], isForPart }
      return { filters, matches: await this.count(filters, query), leftOut }
    },
    async count(filters, query) {
      if (filters.words?.length === 0 || filters.regions?.length === 0 || filters.townIds?.length === 0)
        return 0
      return counts.get(countKey(filters, query), () => readCount(filters))
    },
    knownFilters(query) {
      // The cursor may belong to a list of similar words.
      if (query.cursor !== undefined) return undefined
      const asked = findIn(meanings.typed, query.search)
      const locationMatch = findIn(places.typed, query.location)
      const towns = findIn(places.spots, query.within && '')
      if (asked === 'unknown' || locationMatch === 'unknown' || towns === 'unknown') return undefined
      const townIds = towns && townsNear(towns, query)
      const filters = filtersOf(query, { asked: asked ?? {}, locationMatch, townIds, now: now() })
      const count = counts.find(countKey(filters, query))?.value ?? 0
      return count > 0 ? filters : undefined
    },
    oldestWeek,
    clear(product) {
      counts.clear(product)
      oldestWeeks.clear()
      meanings.clear()
    },
  }
}
