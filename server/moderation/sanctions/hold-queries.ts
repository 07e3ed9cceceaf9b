import { sql } from 'kysely'
import { HOLD_CAUSES, type HoldCause, holdNamed } from '#contract/selling/hold-causes.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** Returns whether it was visible until now. */
export async function holdProduct(
  tx: Database,
  { productId, cause, minutes }: { productId: string; cause: HoldCause; minutes?: number },
): Promise<boolean> {
  const { days } = holdNamed(cause)
  const lasts = minutes ?? (days === undefined ? null : days * 24 * 60)
  const { rows } = await sql<{ held: boolean }>`
    select hold_product(${productId}, ${cause}, make_interval(mins => ${lasts}::int)) as held`.execute(tx)
  return rows[0]?.held ?? false
}

/** Returns whether any was visible until now. */
export async function holdProductsOf(tx: Database, personId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select hold_products_of(${personId}) as held`.execute(tx)
  return rows[0]?.held ?? false
}

/** Returns whether it is visible again. */
export async function releaseProduct(tx: Database, productId: string, causes: readonly HoldCause[]) {
  const { rows } = await sql<{ released: boolean }>`
    select release_product(${productId}, ${[...causes]}::text[]) as released`.execute(tx)
  return rows[0]?.released ?? false
}

/** Returns what the product became, if that changed. */
export async function restoreHolds(
  tx: Database,
  productId: string,
  holds: object[],
): Promise<'shown' | 'held' | null> {
  const { rows } = await sql<{ became: 'shown' | 'held' | null }>`
    select restore_holds(${productId}, ${JSON.stringify(holds)}::jsonb) as became`.execute(tx)
  return rows[0]?.became ?? null
}

export const selectProduct = (tx: Database, productId: string) =>
  tx
    .selectFrom('products')
    .select(['id', 'seller_id', 'title'])
    .where('id', '=', productId)
    .executeTakeFirst()

/** Returns undefined for a product that this transaction publishes. */
export const selectPublishedBefore = (tx: Database, productId: string) =>
  tx
    .selectFrom('products')
    .select(['id', 'seller_id', 'title'])
    .where('id', '=', productId)
    .where('created_at', '<', sql<string>`now()::timestamptz(3)`)
    .executeTakeFirst()

export interface EndedHold {
  product_id: string
  causes: HoldCause[]
}

/** Products with expired holds, and the causes of those. */
export async function selectEndedHolds(db: Database, limit: number): Promise<EndedHold[]> {
  const { rows } = await sql<EndedHold>`
    select product_id, array_agg(cause) as causes from product_holds where until <= now()
    group by product_id order by min(until) limit ${sql.lit(limit)}`.execute(db)
  return rows
}

interface HoldRow {
  cause: HoldCause
  since: string
  until: string | null
  words: string | null
  answered_at: string | null
  answered_today: boolean
}

/**
 * The most serious reason, the last of the ends and the seller's last answer; undefined if the product is not
 * held.
 */
export async function selectHold(db: Database, productId: string): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`
    select h.cause, h.created_at as since, (
        select case when bool_or(until is null) then null else max(until) end from product_holds
        where product_id = h.product_id
      ) as until,
      a.words, a.created_at as answered_at, coalesce(a.answered_on = (now() at time zone 'UTC')::date, false) as answered_today
    from product_holds h
    left join lateral (
      select * from hold_answers where product_id = h.product_id and created_at >= h.created_at
      order by created_at desc limit 1
    ) a on true
    where h.product_id = ${productId}
    order by array_position(${[...HOLD_CAUSES]}::text[], h.cause) limit 1`.execute(db)
  return rows[0]
}

/** Returns false if there is one from today already. */
export async function insertAnswer(tx: Database, productId: string, words: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('hold_answers')
    .values({ product_id: productId, words })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
