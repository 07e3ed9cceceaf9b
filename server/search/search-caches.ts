import type { Database } from '#server/platform/db/connect.ts'
import { createLoadingCache, type LoadingCache } from '#server/platform/cache/loading-cache.ts'
import { createLookups, type Lookups } from './lookups.ts'
import type { Suggestions } from './suggestions.ts'

const FRESH_MS = 60_000
const SUGGESTIONS_MAX = 2000

/** What a process remembers between searches. */
export interface SearchCaches {
  lookups: Lookups
  suggestions: LoadingCache<Suggestions>
  /** For writes that must be seen at once in counts and suggestions. */
  clear(): void
}

export function createSearchCaches(db: Database, now: () => number): SearchCaches {
  const lookups = createLookups(db, now)
  const suggestions = createLoadingCache<Suggestions>({ max: SUGGESTIONS_MAX, freshMs: FRESH_MS, now })
  return {
    lookups,
    suggestions,
    clear() {
      lookups.clear()
      suggestions.clear()
    },
  }
}
