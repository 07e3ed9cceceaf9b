import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { NewestPlace } from '#server/db/newest-page.ts'
import { cardColumns, type CardRow } from '#server/products/card.ts'

export interface FavouriteRow extends CardRow {
  price_then: string
  kept_at: string
}

/** Last kept first, after `after` when it is given. */
export async function selectFavourites(
  db: Database,
  personId: string,
  after: NewestPlace | null,
  limit: number,
): Promise<FavouriteRow[]> {
  const further = after
    ? sql`and (f.created_at, f.product_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<FavouriteRow>`
    select ${cardColumns}, f.price_then, f.created_at as kept_at
    from (
      select product_id, price_then, created_at
      from favourites f
      where profile_id = ${personId} ${further}
      order by created_at desc, product_id desc
      limit ${limit}
    ) as f
    join products p on p.id = f.product_id
    left join product_images i on i.product_id = p.id and i.is_primary
    order by f.created_at desc, f.product_id desc`.execute(db)
  return rows
}

export async function selectKept(
  db: Database,
  personId: string,
  productIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('favourites')
    .select('product_id')
    .where('profile_id', '=', personId)
    .where('product_id', 'in', productIds)
    .execute()
  return rows.map((row) => row.product_id)
}

/** Keeps those that the public may see, each once, up to `most` in all; returns how many of them are there. */
export async function insertFavourites(
  db: Database,
  personId: string,
  productIds: readonly string[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with found as (
      select p.id, p.price from unnest(${productIds}::uuid[]) with ordinality as wanted (id, place)
      join products p on p.id = wanted.id and p.status <> 'draft'
      order by wanted.place
      limit greatest(0, ${most} - (select count(*)::int from favourites where profile_id = ${personId}))
    ), kept as (
      insert into favourites (profile_id, product_id, price_then)
      select ${personId}, id, price from found
      on conflict (profile_id, product_id) do nothing
    )
    select id from found`.execute(db)
  return rows.length
}

export const deleteFavourite = (db: Database, personId: string, productId: string) =>
  db.deleteFrom('favourites').where('profile_id', '=', personId).where('product_id', '=', productId).execute()

export interface ToldOfPrice {
  profile_id: string
  /** The lowest price that they knew before. */
  before: string
}

/** Notes that this price was told to all for whom it is news: lower than any they kept it at or were told. */
export async function tellPrice(tx: Database, productId: string, price: number): Promise<ToldOfPrice[]> {
  const { rows } = await sql<ToldOfPrice>`
    update favourites set price_told = ${price}
    where product_id = ${productId} and ${price} < coalesce(price_told, price_then)
    returning profile_id, coalesce(old.price_told, old.price_then) as before`.execute(tx)
  return rows
}

/** Notes that its sale was told, at most once a day to each. */
export async function tellSale(tx: Database, productId: string): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    update favourites set sold_told_at = now()
    where product_id = ${productId}
      and (sold_told_at is null or sold_told_at < now() - interval '1 day')
    returning profile_id`.execute(tx)
  return rows.map((row) => row.profile_id)
}

export const selectIsPublic = async (db: Database, productId: string): Promise<boolean> =>
  (await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('status', '<>', 'draft')
    .executeTakeFirst()) !== undefined
