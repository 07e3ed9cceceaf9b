import type { Database } from '#server/platform/db/connect.ts'
import { createLoadingCache, type LoadingCache } from '#server/platform/cache/loading-cache.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import { createLookups, type Lookups } from './lookups.ts'
import type { Suggestions } from './suggestions.ts'

const FRESH_MS = 60_000
const SUGGESTIONS_MAX = 2000

/** What a process remembers between searches. */
export interface SearchCaches {
  lookups: Lookups
  suggestions: LoadingCache<Suggestions>
  /** For writes that must be seen at once in counts and suggestions; of a publication alone, in those that may have it. */
  clear(product?: PublishedProduct): void
}

export function createSearchCaches(db: Database, now: () => number): SearchCaches {
  const lookups = createLookups(db, now)
  const suggestions = createLoadingCache<Suggestions>({ max: SUGGESTIONS_MAX, freshMs: FRESH_MS, now })
  return {
    lookups,
    suggestions,
    clear(product) {
      lookups.clear(product)
      suggestions.clear()
    },
  }
}
