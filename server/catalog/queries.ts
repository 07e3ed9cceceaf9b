import { sql } from 'kysely'
import type { Category } from '#contract/catalog/catalog.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** A category, and how many products were on sale in it when they were last counted. */
export interface CountedCategory extends Category {
  products: number
}

/** Those with a rank, then the most wanted first, by name among equals, and what fits nowhere else last. */
export const selectCategories = (db: Database): Promise<CountedCategory[]> =>
  db
    .selectFrom('categories')
    .select(['id', 'name', 'icon', 'products'])
    .orderBy((is) => is('id', '=', 'other'))
    .orderBy('rank', (by) => by.asc().nullsLast())
    .orderBy('demand', 'desc')
    .orderBy('name')
    .execute()

export async function updateCategoryDemand(db: Database): Promise<void> {
  await sql`select count_category_demand()`.execute(db)
}

/** In the same order, with what administrators see of them. */
export const selectRankedCategories = (db: Database) =>
  db
    .selectFrom('categories')
    .select(['id', 'name', 'products', 'demand', 'rank'])
    .orderBy((is) => is('id', '=', 'other'))
    .orderBy('rank', (by) => by.asc().nullsLast())
    .orderBy('demand', 'desc')
    .orderBy('name')
    .execute()

export const lockCategory = (tx: Database, id: string) =>
  tx
    .selectFrom('categories')
    .select(['name', 'rank'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const updateCategory = (tx: Database, id: string, change: { name: string; rank: number | null }) =>
  tx.updateTable('categories').set(change).where('id', '=', id).execute()
