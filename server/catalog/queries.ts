import type { Category } from '#contract/catalog.ts'
import type { Database } from '#server/db/connect.ts'

export const selectCategories = (db: Database): Promise<Category[]> =>
  db.selectFrom('categories').select(['id', 'name', 'icon']).orderBy('name').execute()
