import { sql } from 'kysely'
import { isPublic } from '#server/products/visibility.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'
import { cardColumns, type CardRow } from '#server/products/card.ts'

export interface FavouriteRow extends CardRow {
  price_then: string
  added_at: string
}

/**
 * True for a favourite if the person has not blocked its seller. Being blocked by a seller changes nothing in
 * the person's list.
 */
const isShown = sql`block_between(
  profile_id, (select seller_id from products where id = product_id)
) is distinct from 'own'`

/**
 * True for a favourite if neither the person nor its seller has blocked the other, so that notifications
 * about each other are allowed.
 */
const isNotApart = sql`block_between(
  profile_id, (select seller_id from products where id = product_id)
) is null`

/** Favourites, last added first. */
export async function selectFavourites(
  db: Database,
  userId: string,
  after: NewestCursor | null,
  limit: number,
): Promise<FavouriteRow[]> {
  const afterCursor = after
    ? sql`and (f.created_at, f.product_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<FavouriteRow>`
    select ${cardColumns}, f.price_then, f.created_at as added_at
    from (
      select product_id, price_then, created_at
      from favourites f
      where profile_id = ${userId} and ${isShown} ${afterCursor}
      order by created_at desc, product_id desc
      limit ${sql.lit(limit)}
    ) as f
    join products p on p.id = f.product_id
    left join product_images i on i.product_id = p.id and i.is_primary
    order by f.created_at desc, f.product_id desc`.execute(db)
  return rows
}

export async function selectFavouriteIds(db: Database, userId: string, productIds: readonly string[]) {
  const rows = await db
    .selectFrom('favourites')
    .select('product_id')
    .where('profile_id', '=', userId)
    .where('product_id', 'in', productIds)
    .execute()
  return rows.map((row) => row.product_id)
}

/**
 * Adds public products, each once, up to `max` in total. Returns how many of the products are favourites now.
 */
export async function insertFavourites(
  db: Database,
  userId: string,
  productIds: readonly string[],
  max: number,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with found as (
      select p.id, p.price from unnest(${productIds}::uuid[]) with ordinality as wanted (id, index)
      join products p on p.id = wanted.id and ${isPublic} and block_between(${userId}, p.seller_id) is distinct from 'own'
      order by wanted.index
      limit greatest(0, ${max} - (select count(*)::int from favourites where profile_id = ${userId}))
      -- Products that are being deleted at this moment are skipped.
      for key share of p
    ), added as (
      insert into favourites (profile_id, product_id, price_then)
      select ${userId}, id, price from found
      on conflict (profile_id, product_id) do nothing
    )
    select id from found`.execute(db)
  return rows.length
}

export const deleteFavourite = (db: Database, userId: string, productId: string) =>
  db.deleteFrom('favourites').where('profile_id', '=', userId).where('product_id', '=', productId).execute()

export interface PriceWatcher {
  profile_id: string
  /** The lowest price that the person knew before. */
  before: string
}

/**
 * Returns people for whom this price is lower than any they have seen: when they added the product, or in a
 * notification.
 */
export async function updateNotifiedPrice(tx: Database, productId: string, price: number) {
  const { rows } = await sql<PriceWatcher>`
    update favourites set price_told = ${price}
    where product_id = ${productId} and ${price} < coalesce(price_told, price_then) and ${isNotApart}
    returning profile_id, coalesce(old.price_told, old.price_then) as before`.execute(tx)
  return rows
}

/** Returns people without a notification of its sale within a day. */
export async function updateNotifiedSale(tx: Database, productId: string): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    update favourites set sold_told_at = now()
    where product_id = ${productId}
      and (sold_told_at is null or sold_told_at < now() - interval '1 day') and ${isNotApart}
    returning profile_id`.execute(tx)
  return rows.map((row) => row.profile_id)
}

export const selectMayAdd = async (db: Database, userId: string, productId: string): Promise<boolean> =>
  (await db
    .selectFrom('products as p')
    .select('p.id')
    .where('p.id', '=', productId)
    .where(isPublic)
    .where(sql<boolean>`block_between(${userId}, p.seller_id) is distinct from 'own'`)
    .executeTakeFirst()) !== undefined
