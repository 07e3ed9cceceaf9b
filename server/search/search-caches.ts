import type { Database } from '#server/platform/db/connect.ts'
import { createLoadingCache } from '#server/platform/cache/loading-cache.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import { filtersIn } from '#server/search/filters/filters.ts'
import { createLookups } from './lookups.ts'
import { createFirstPageReader } from './queries.ts'
import { canContain } from './new-products.ts'
import type { Suggestions } from '#server/search/words/suggestions.ts'
import type { CountedValues } from '#server/search/filters/value-counts.ts'

const FRESH_MS = 60_000
const SUGGESTIONS_MAX = 2000
/** An entry takes some kilobytes in a category, otherwise little. */
const VALUE_COUNTS_MAX = 4000

/** The search data that a process caches. */
export type SearchCaches = ReturnType<typeof createSearchCaches>

export function createSearchCaches(db: Database, now: () => number, frequent?: number) {
  const lookups = createLookups(db, now, frequent)
  const suggestions = createLoadingCache<Suggestions>({ max: SUGGESTIONS_MAX, freshMs: FRESH_MS, now })
  const valueCounts = createLoadingCache<CountedValues, PublishedProduct>({
    max: VALUE_COUNTS_MAX,
    freshMs: FRESH_MS,
    staleMs: () => 10 * FRESH_MS,
    survivesClear: ({ more }) => more,
    canOutdate: (key, product) => canContain(filtersIn(key), product),
    now,
  })
  return {
    lookups,
    readFirstPage: createFirstPageReader(),
    suggestions,
    /** Counts of each attribute value within a search. */
    valueCounts,
    /**
     * Clears counts and suggestions after writes that must show at once; after a publication, only those that
     * may include the product.
     */
    clear(product?: PublishedProduct) {
      lookups.clear(product)
      suggestions.clear()
      valueCounts.clear(product)
    },
  }
}
