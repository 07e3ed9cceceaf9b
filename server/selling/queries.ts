import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { AttributeValues } from '#contract/catalog/attribute-rules.ts'
import { searchColumns } from '#server/search/service.ts'
import { FORM_COLUMNS, type WrittenColumns } from './form-columns.ts'
import { PUBLISHED_COLUMNS } from './published.ts'
import type { PublicStatus } from './rules.ts'

const now = sql<string>`now()`

export type OwnRow = NonNullable<Awaited<ReturnType<typeof selectOwn>>>

const ownProduct = (db: Database, sellerId: string, id: string) =>
  db
    .selectFrom('products')
    .select([...FORM_COLUMNS, 'id', 'seller_id', 'status', 'version', 'buyer_id', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)

export const selectOwn = (db: Database, sellerId: string, id: string) =>
  ownProduct(db, sellerId, id).executeTakeFirst()

/** Locks the product against other edits; rows that refer to it may still be added. */
export const lockOwn = (tx: Database, sellerId: string, id: string) =>
  ownProduct(tx, sellerId, id).forNoKeyUpdate().executeTakeFirst()

export const selectSellerOf = async (db: Database, id: string): Promise<string | undefined> =>
  (await db.selectFrom('products').select('seller_id').where('id', '=', id).executeTakeFirst())?.seller_id

/** Locks the product also against new rows that refer to it. */
export const lockOwnForDelete = (tx: Database, sellerId: string, id: string) =>
  ownProduct(tx, sellerId, id).forUpdate().executeTakeFirst()

export const selectByClientKey = (tx: Database, sellerId: string, clientKey: string) =>
  tx
    .selectFrom('products')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()

export async function countDrafts(tx: Database, sellerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('seller_id', '=', sellerId)
    // With a parameter, the index would no longer match once the statement has a generic plan.
    .where('status', '=', sql.lit('draft'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whether anything else of the seller is or was on the market. */
export const selectHasPublished = async (
  tx: Database,
  { sellerId, except }: { sellerId: string; except: string },
): Promise<boolean> =>
  (await tx
    .selectFrom('products')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('id', '<>', except)
    .where('status', '<>', sql.lit('draft'))
    .limit(sql.lit(1))
    .executeTakeFirst()) !== undefined

/** The columns with those by which the listing is found. */
const findable = (columns: WrittenColumns) => ({
  ...columns,
  ...searchColumns({ ...columns, attributes: JSON.parse(columns.attributes) as AttributeValues }),
})

export async function insertDraft(
  tx: Database,
  { columns, ...draft }: { columns?: WrittenColumns; seller_id: string; client_key?: string },
): Promise<string> {
  const { id } = await tx
    .insertInto('products')
    .values({ title: '', status: 'draft', ...draft, ...(columns && findable(columns)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateTexts = (tx: Database, id: string, columns: WrittenColumns) =>
  tx
    .updateTable('products')
    .set({ ...findable(columns), version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()

type Thing = Pick<WrittenColumns, 'title' | 'category_id'>

/** Returns whether a listing became another thing, so that its reviews no longer belong to it. */
export async function selectIsAnotherThing(tx: Database, before: Thing, after: Thing): Promise<boolean> {
  const { rows } = await sql<{ is_other: boolean }>`
    select is_another_thing(${before.title}, ${before.category_id}, ${after.title}, ${after.category_id}) as is_other
  `.execute(tx)
  return rows[0]?.is_other ?? false
}

/** Its age counts from now on, no matter how long it was a draft. */
export const publishDraft = (tx: Database, id: string, columns: WrittenColumns) =>
  tx
    .updateTable('products')
    .set({
      ...findable(columns),
      version: sql`version + 1`,
      status: 'available',
      created_at: now,
      updated_at: now,
      status_changed_at: now,
    })
    .where('id', '=', id)
    .returning(PUBLISHED_COLUMNS)
    .executeTakeFirstOrThrow()

export const updateStatus = (
  tx: Database,
  id: string,
  change: { status: PublicStatus; buyer_id: string | null; isNewStatus: boolean },
) =>
  tx
    .updateTable('products')
    .set({
      status: change.status,
      buyer_id: change.buyer_id,
      version: sql`version + 1`,
      ...(change.isNewStatus && { status_changed_at: now, updated_at: now }),
    })
    .where('id', '=', id)
    .execute()

export const deleteProduct = (tx: Database, id: string) =>
  tx.deleteFrom('products').where('id', '=', id).execute()

export const selectPerson = (db: Database, id: string) =>
  db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'username', 'avatar_url'])
    .where('id', '=', id)
    .executeTakeFirst()

export interface InterestedRow {
  id: string
  full_name: string | null
  username: string | null
  avatar_url: string | null
}

/**
 * People who wrote at least one message about a product, last writer first; with `userId` only that person.
 */
export async function selectInterested(
  db: Database,
  productId: string,
  { limit, userId }: { limit: number; userId?: string },
): Promise<InterestedRow[]> {
  const onlyOne = userId === undefined ? sql`` : sql`and person.id = ${userId}`
  const { rows } = await sql<InterestedRow>`
    select person.id, person.full_name, person.username, person.avatar_url
    from products p
    join conversations c on c.product_id = p.id
    join profiles person
      on person.id = case when c.first_person = p.seller_id then c.second_person else c.first_person end
    cross join lateral (
      select m.created_at from messages m
      where m.conversation_id = c.id and m.sender_id = person.id
      order by m.seq desc limit 1
    ) as last
    where p.id = ${productId} ${onlyOne}
    order by last.created_at desc, person.id
    limit ${sql.lit(limit)}`.execute(db)
  return rows
}
