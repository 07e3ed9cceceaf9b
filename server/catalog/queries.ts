import type { Category } from '#contract/catalog/catalog.ts'
import type { Database } from '#server/platform/db/connect.ts'

export const selectCategories = (db: Database): Promise<Category[]> =>
  db.selectFrom('categories').select(['id', 'name', 'icon']).orderBy('name').execute()
