import { SAVED_MATCHES_SHOWN, SAVED_QUERY_MAX, SAVED_SEARCHES_MAX } from '#contract/limits.ts'
import type { ProductCard } from '#contract/products.ts'
import type { SavedSearch } from '#contract/search/saved-searches.ts'
import type { SearchQuery } from '#contract/search/search.ts'
import type { Alert } from '#contract/selling/choices.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { toCard } from '#server/products/card.ts'
import { getSearchMeaning } from '#server/search/service.ts'
import { MATCH_PRODUCT } from './alerts.ts'
import {
  deleteSaved,
  insertSaved,
  selectOutdated,
  updateMeaning,
  type SavedSearchRow,
  selectNewMatches,
  selectSaved,
  updateAlert,
} from './queries.ts'
import { queryText, readQueryText } from './query-text.ts'
import { isTooBroad } from './rules.ts'
import { keysOf } from './search-keys.ts'

const CHANGES_PER_HOUR = { attempts: 120, seconds: 60 * 60 }

type Deps = Pick<Context, 'db' | 'limiter'>
interface OwnSearch {
  userId: string
  id: string
}

const toSavedSearch = (row: SavedSearchRow): SavedSearch => ({ ...row, alert: row.alert as Alert })

const countChange = (limiter: RateLimiter, userId: string) =>
  limiter.take(`saved-searches:${userId}`, CHANGES_PER_HOUR)

/** Lists saved searches, newest first. */
export const listSavedSearches = async (
  { db }: Pick<Context, 'db'>,
  { userId }: { userId: string },
): Promise<SavedSearch[]> => (await selectSaved(db, userId)).map(toSavedSearch)

/** Products that matched any of them within a week and are still on sale, newest first. */
export const listSavedSearchMatches = async (
  { db }: Pick<Context, 'db'>,
  { userId }: { userId: string },
): Promise<ProductCard[]> => (await selectNewMatches(db, userId, SAVED_MATCHES_SHOWN)).map(toCard)

/** Returns the existing search if it is the same. Throws saved-search-empty, too-many-saved-searches. */
export async function createSavedSearch(
  { db, limiter, searchCaches }: Deps & Pick<Context, 'searchCaches'>,
  { userId, filters, alert }: { userId: string; filters: SearchQuery; alert: Alert },
): Promise<SavedSearch> {
  await countChange(limiter, userId)
  const query = queryText(filters)
  if (query === '?') throw new AppError('saved-search-empty')
  if (query.length > SAVED_QUERY_MAX)
    throw invalidInput([{ field: 'query', message: 'This search is too long to save' }])
  const meaning = await getSearchMeaning({ searchCaches }, filters)
  if (isTooBroad(meaning)) throw new AppError('saved-search-empty')
  return db.transaction().execute(async (tx) => {
    // A person's requests wait for each other, so that their searches can be counted.
    await lockPerson(tx, userId)
    const saved = await selectSaved(tx, userId)
    const same = saved.find((row) => row.query === query)
    if (same) return toSavedSearch(same)
    if (saved.length >= SAVED_SEARCHES_MAX) throw new AppError('too-many-saved-searches')
    return toSavedSearch(await insertSaved(tx, { userId, query, alert, meaning, keys: keysOf(meaning) }))
  })
}

/** Throws saved-search-not-found. */
export async function updateSavedSearch(
  { db, limiter }: Deps,
  { userId, id, alert }: OwnSearch & { alert: Alert },
): Promise<SavedSearch> {
  await countChange(limiter, userId)
  const row = await updateAlert(db, userId, id, alert)
  if (!row) throw new AppError('saved-search-not-found')
  return toSavedSearch(row)
}

/** Throws saved-search-not-found. */
export async function deleteSavedSearch({ db, limiter }: Deps, { userId, id }: OwnSearch): Promise<void> {
  await countChange(limiter, userId)
  if (!(await deleteSaved(db, userId, id))) throw new AppError('saved-search-not-found')
}

/**
 * Runs in the transaction that publishes the product. A listing that is no longer public when the job runs matches
 * nothing.
 */
export const matchSavedSearches = (
  { jobs }: Pick<Context, 'jobs'>,
  tx: Database,
  { productId, afterSeconds = 0 }: { productId: string; afterSeconds?: number },
): Promise<void> => jobs.enqueue(tx, MATCH_PRODUCT, { productId }, { runAfterSeconds: afterSeconds })

const RENEWED_AT_ONCE = 200

/** Works out again what searches mean that an earlier version has saved. */
export async function renewSavedSearches({
  db,
  searchCaches,
}: Pick<Context, 'db' | 'searchCaches'>): Promise<void> {
  for (;;) {
    const outdated = await selectOutdated(db, RENEWED_AT_ONCE)
    for (const { id, query } of outdated) {
      const meaning = await getSearchMeaning({ searchCaches }, readQueryText(query))
      await updateMeaning(db, id, meaning, keysOf(meaning))
    }
    if (outdated.length < RENEWED_AT_ONCE) return
  }
}
