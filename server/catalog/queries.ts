import { sql } from 'kysely'
import type { Category } from '#contract/catalog/catalog.ts'
import type { CategoryForm } from '#contract/moderation/administration/administration.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** A category, with its last counted number of products on sale. */
export interface CountedCategory extends Category {
  products: number
  /** Words that suggest it, in addition to those of its name. */
  otherWords: string
}

/**
 * Offered categories: first those with a rank, then by demand and name, with the category for everything else
 * last.
 */
export const selectCategories = (db: Database): Promise<CountedCategory[]> =>
  db
    .selectFrom('categories')
    .select(['id', 'name', 'icon', 'products', 'other_words as otherWords'])
    .where('is_hidden', '=', false)
    .orderBy((is) => is('id', '=', 'other'))
    .orderBy('rank', (by) => by.asc().nullsLast())
    .orderBy('demand', 'desc')
    .orderBy('name')
    .execute()

export async function updateCategoryDemand(db: Database): Promise<void> {
  await sql`select count_category_demand()`.execute(db)
}

/** All categories in the same order, including hidden ones, with the columns for administrators. */
export const selectRankedCategories = (db: Database) =>
  db
    .selectFrom('categories')
    .select([
      'id',
      'name',
      'products',
      'demand',
      'rank',
      'is_hidden as isHidden',
      'other_words as otherWords',
    ])
    .orderBy((is) => is('id', '=', 'other'))
    .orderBy('rank', (by) => by.asc().nullsLast())
    .orderBy('demand', 'desc')
    .orderBy('name')
    .execute()

export const lockCategory = (tx: Database, id: string) =>
  tx
    .selectFrom('categories')
    .select(['name', 'rank', 'is_hidden as isHidden', 'other_words as otherWords'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Undefined fields stay unchanged. */
export const updateCategory = (
  tx: Database,
  id: string,
  { name, rank, isHidden, otherWords }: CategoryForm,
) =>
  tx
    .updateTable('categories')
    .set({ name, rank, is_hidden: isHidden, other_words: otherWords })
    .where('id', '=', id)
    .execute()

/** Locks the offered categories, so that none of them is hidden before the transaction ends. */
export const lockOffered = (tx: Database) =>
  tx
    .selectFrom('categories')
    .select('id')
    .where('is_hidden', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const selectIsHidden = async (db: Database, id: string): Promise<boolean> =>
  (await db.selectFrom('categories').select('is_hidden').where('id', '=', id).executeTakeFirst())
    ?.is_hidden ?? false
