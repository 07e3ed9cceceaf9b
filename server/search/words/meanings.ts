import { createLoadingCache } from '#server/platform/cache/loading-cache.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import { type Filters, filtersIn } from '#server/search/filters/filters.ts'
import { groupsIn } from '#server/search/new-products.ts'
import type { IsFrequent } from './frequent-words.ts'
import type { Meaning } from './meaning.ts'
import { findMostWords, type MostWords } from './most-words.ts'
import type { Spot } from './towns.ts'
import { findSimilarWords, readTyped, readTypedForNow } from './typing.ts'

const MINUTE = 60_000

interface MeaningsOptions {
  spots: () => Promise<Spot[]>
  now: () => number
}

/** Caches the meanings of texts. */
export function createMeanings(db: Database, { spots, now }: MeaningsOptions) {
  const typed = createLoadingCache<Meaning>({
    max: 5000,
    freshMs: MINUTE,
    staleMs: () => 60 * MINUTE,
    now,
  })
  const similar = createLoadingCache<Meaning | undefined>({
    max: 1000,
    freshMs: 10 * MINUTE,
    // What a word was probably meant as stays.
    survivesClear: (meaning) => meaning !== undefined,
    now,
  })
  const most = createLoadingCache<MostWords | undefined, PublishedProduct>({
    max: 1000,
    freshMs: 10 * MINUTE,
    canOutdate: (key, product) => groupsIn(filtersIn(key), product) > 1,
    now,
  })
  return {
    typed,
    read: (text: string) => typed.get(text, async () => readTypedForNow(db, text, await spots())),
    /** The meaning for products of any time. */
    readForLater: async (text: string) => readTyped(db, text, await spots()),
    /** The probable meaning of a text with typing errors. */
    similar: (text: string) => similar.get(text, async () => findSimilarWords(db, text, await spots())),
    /** The most of a meaning that some product within the filters has; `key` names both. */
    most: (key: string, filters: Filters, meaning: Meaning, isFrequent: IsFrequent) =>
      most.get(key, () => findMostWords(db, filters, meaning, isFrequent)),
    /** Drops what a change of the market may have outdated. */
    clear(product?: PublishedProduct): void {
      similar.clear()
      most.clear(product)
    },
  }
}
