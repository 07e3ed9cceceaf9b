import { sql } from 'kysely'
import type { Category } from '#contract/catalog/catalog.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** A category, and how many products were on sale in it when they were last counted. */
export interface CountedCategory extends Category {
  products: number
}

/** The most wanted first, by name among equals, and what fits nowhere else last. */
export const selectCategories = (db: Database): Promise<CountedCategory[]> =>
  db
    .selectFrom('categories')
    .select(['id', 'name', 'icon', 'products'])
    .orderBy((is) => is('id', '=', 'other'))
    .orderBy('demand', 'desc')
    .orderBy('name')
    .execute()

export async function updateCategoryDemand(db: Database): Promise<void> {
  await sql`select count_category_demand()`.execute(db)
}
