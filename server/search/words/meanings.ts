import { createLoadingCache } from '#server/platform/cache/loading-cache.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import { type Filters, filtersIn } from '#server/search/filters/filters.ts'
import { hasMoreWords } from '#server/search/new-products.ts'
import type { IsFrequent } from './frequent-words.ts'
import type { Meaning } from './meaning.ts'
import { findMostWords, type MostWords } from './most-words.ts'
import type { Spot } from './towns.ts'
import { findSimilarWords, readTyped, withoutUnwritten } from './typing.ts'

const MINUTE = 60_000

interface MeaningsOptions {
  spots: () => Promise<Spot[]>
  isFrequent: () => Promise<IsFrequent>
  now: () => number
}

/** Caches the meanings of texts. */
export function createMeanings(db: Database, { spots, isFrequent, now }: MeaningsOptions) {
  const typed = createLoadingCache<Meaning>({ max: 5000, freshMs: 10 * MINUTE, now })
  const similar = createLoadingCache<Meaning | undefined>({
    max: 1000,
    freshMs: 10 * MINUTE,
    // A change of the market does not change what people meant.
    survivesClear: (meaning) => meaning !== undefined,
    now,
  })
  const most = createLoadingCache<MostWords | undefined, PublishedProduct>({
    max: 1000,
    freshMs: 10 * MINUTE,
    canOutdate: (key, product) => hasMoreWords(filtersIn(key), product),
    now,
  })
  return {
    typed,
    read: (text: string) =>
      typed.get(text, async () =>
        withoutUnwritten(db, await readTyped(db, text, await spots()), await isFrequent()),
      ),
    /** The meaning for products of any time. */
    readForLater: async (text: string) => readTyped(db, text, await spots()),
    /** The probable meaning of a text with typing errors. */
    similar: (text: string) => similar.get(text, async () => findSimilarWords(db, text, await spots())),
    /** The most of a meaning that some product within the filters has; `key` names both. */
    most: (key: string, filters: Filters, meaning: Meaning) =>
      most.get(key, async () => findMostWords(db, filters, meaning, await isFrequent())),
    /** Drops what a change of the market may have outdated. */
    clear(product?: PublishedProduct): void {
      similar.clear()
      most.clear(product)
    },
  }
}
