import type { Category } from '#contract/catalog.ts'
import type { Database } from '#server/db/connect.ts'
import { selectCategories } from './queries.ts'

const CACHE_MILLISECONDS = 60_000

export interface CatalogService {
  categories(): Promise<Category[]>
}

/** Categories change a few times a year and stand on every page, so a process reads them once a minute. */
export function catalogService({ db, now = Date.now }: { db: Database; now?: () => number }): CatalogService {
  let cached: { at: number; categories: Promise<Category[]> } | undefined
  return {
    categories() {
      if (!cached || now() - cached.at > CACHE_MILLISECONDS) {
        const categories = selectCategories(db)
        cached = { at: now(), categories }
        categories.catch(() => (cached = undefined))
      }
      return cached.categories
    },
  }
}
