import type { Database } from '#server/platform/db/connect.ts'
import { type CountedCategory, selectCategories } from './queries.ts'

const FRESH_MS = 60_000

/**
 * Every page shows the categories. They change a few times a year and their order once an hour, so a process
 * reads them once a minute and after each change.
 */
export type CategoryCache = ReturnType<typeof createCategoryCache>

export function createCategoryCache(db: Database, now: () => number) {
  let cached: { at: number; categories: Promise<CountedCategory[]> } | undefined
  return {
    get(): Promise<CountedCategory[]> {
      if (!cached || now() - cached.at > FRESH_MS) {
        const categories = selectCategories(db)
        cached = { at: now(), categories }
        categories.catch(() => (cached = undefined))
      }
      return cached.categories
    },
    clear: () => void (cached = undefined),
  }
}
