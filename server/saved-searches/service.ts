import type { Alert } from '#contract/choices.ts'
import { SAVED_SEARCHES_MAX } from '#contract/limits.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import type { SearchQuery } from '#contract/search.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { lockPerson } from '#server/db/lock-person.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import type { SearchService } from '#server/search/service.ts'
import { savedSearchAlerts } from './alerts.ts'
import { deleteSaved, insertSaved, type SavedSearchRow, selectSaved, updateAlert } from './queries.ts'
import { keysOf, queryText } from './rules.ts'

const CHANGES_AN_HOUR = { tries: 120, seconds: 60 * 60 }

interface SavedSearchesParts {
  db: Database
  limiter: RateLimiter
  jobs: Jobs
  search: Pick<SearchService, 'meaning'>
  notifications: Pick<NotificationsService, 'notify'>
}

export type SavedSearchesService = ReturnType<typeof savedSearchesService>

const toSavedSearch = (row: SavedSearchRow): SavedSearch => ({
  id: row.id,
  query: row.query,
  alert: row.alert as Alert,
  createdAt: row.created_at,
})

function requireSaved(row: SavedSearchRow | undefined): SavedSearch {
  if (!row) throw new AppError('saved-search-not-found')
  return toSavedSearch(row)
}

/** Searches that people keep, to be told of what is new. */
export function savedSearchesService(parts: SavedSearchesParts) {
  const { db, search, limiter } = parts
  const takeChange = (personId: string) => limiter.take(`saved-searches:${personId}`, CHANGES_AN_HOUR)

  return {
    ...savedSearchAlerts(parts),

    list: async (personId: string) => (await selectSaved(db, personId)).map(toSavedSearch),

    /** Refused with `saved-search-empty`, and with `too-many-saved-searches`. */
    async save(personId: string, filters: SearchQuery, alert: Alert): Promise<SavedSearch> {
      await takeChange(personId)
      const query = queryText(filters)
      if (query === '?') throw new AppError('saved-search-empty')
      const meaning = await search.meaning(filters)
      // Words such as 'the' are in no index, so nothing is ever found by them alone.
      if (meaning.words?.length === 0) throw new AppError('saved-search-empty')
      return db.transaction().execute(async (tx) => {
        // One is saved at a time, so that they can be counted.
        await lockPerson(tx, personId)
        const saved = await selectSaved(tx, personId)
        const same = saved.find((row) => row.query === query)
        if (same) return toSavedSearch(same)
        if (saved.length >= SAVED_SEARCHES_MAX) throw new AppError('too-many-saved-searches')
        return toSavedSearch(
          await insertSaved(tx, { personId, query, alert, meaning, keys: keysOf(meaning) }),
        )
      })
    },

    async setAlert(personId: string, id: string, alert: Alert): Promise<SavedSearch> {
      await takeChange(personId)
      return requireSaved(await updateAlert(db, personId, id, alert))
    },

    async remove(personId: string, id: string): Promise<void> {
      await takeChange(personId)
      if (!(await deleteSaved(db, personId, id))) throw new AppError('saved-search-not-found')
    },
  }
}
