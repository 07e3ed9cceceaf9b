import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** A photo of a listing or on its way to one. Of an image `state` is 'image'. */
export interface PhotoRow {
  id: string
  client_key: string | null
  file_name: string | null
  state: 'image' | 'waiting' | 'ready' | 'refused'
  refusal: string | null
  replaces_id: string | null
  position: number
  image_url: string
  width: number | null
  height: number | null
  thumbhash: string | null
}

/**
 * All photos of a product in their order; a refused one stands where it would have been. A photo that is about to be
 * replaced is there, and its replacement names it.
 */
export async function selectPhotos(db: Database, productId: string): Promise<PhotoRow[]> {
  const { rows } = await sql<PhotoRow>`
    select id, client_key, file_name, 'image' as state, null as refusal, null as replaces_id,
      position, image_url, width, height, thumbhash, created_at
    from product_images where product_id = ${productId}
    union all
    select id, client_key, file_name, state, refusal, replaces_id,
      position, image_url, width, height, thumbhash, created_at
    from photo_uploads where product_id = ${productId} and state in ('waiting', 'refused')
    order by position, created_at, id`.execute(db)
  return rows
}

/** Undefined when the product is not the seller's. */
export const selectOwnProduct = (db: Database, sellerId: string, productId: string) =>
  selectOwnProductQuery(db, sellerId, productId).executeTakeFirst()

const selectOwnProductQuery = (db: Database, sellerId: string, productId: string) =>
  db
    .selectFrom('products')
    .select(['id', 'status'])
    .where('id', '=', productId)
    .where('seller_id', '=', sellerId)

export const lockOwnProduct = (tx: Database, sellerId: string, productId: string) =>
  selectOwnProductQuery(tx, sellerId, productId).forNoKeyUpdate().executeTakeFirst()

interface Place {
  id: string
  position: number
}

/** Puts photos at these places, and makes the first image primary. */
export async function updatePlaces(tx: Database, productId: string, places: Place[]): Promise<void> {
  const ids = places.map(({ id }) => id)
  const positions = places.map(({ position }) => position)
  for (const table of ['product_images', 'photo_uploads'] as const) {
    await sql`
      update ${sql.table(table)} as t set position = place.position
      from unnest(${ids}::uuid[], ${positions}::smallint[]) as place (id, position)
      where t.id = place.id and t.product_id = ${productId} and t.position <> place.position`.execute(tx)
  }
  // The former first: at no moment may two be primary.
  for (const isPrimary of [false, true]) {
    await sql`
      update product_images as i set is_primary = ${isPrimary}
      where product_id = ${productId} and is_primary <> ${isPrimary} and ${isPrimary} = (
        id = (select id from product_images where product_id = ${productId} order by position limit 1)
      )`.execute(tx)
  }
}

/** Without a look at whose it is. */
export const lockProduct = (tx: Database, productId: string) =>
  tx.selectFrom('products').select('status').where('id', '=', productId).forNoKeyUpdate().executeTakeFirst()

export async function deleteImage(tx: Database, id: string): Promise<Leaving | undefined> {
  const row = await tx
    .deleteFrom('product_images')
    .where('id', '=', id)
    .returning('image_url')
    .executeTakeFirst()
  return row && { ...row, attempt: null }
}

/** Of these photos those that a listing shows. A made-up market shows one photo in several listings. */
export async function selectShown(db: Database, sources: string[]): Promise<string[]> {
  const { rows } = await sql<{ image_url: string }>`
    select distinct image_url from product_images where image_url = any(${sources})`.execute(db)
  return rows.map(({ image_url }) => image_url)
}

/** What a person may change of their photos: the product of one, or null of a loose one. */
export async function selectHome(
  db: Database,
  sellerId: string,
  photoId: string,
): Promise<{ product_id: string | null } | undefined> {
  const { rows } = await sql<{ product_id: string | null }>`
    select i.product_id from product_images i join products p on p.id = i.product_id
    where i.id = ${photoId} and p.seller_id = ${sellerId}
    union all
    select product_id from photo_uploads
    where id = ${photoId} and seller_id = ${sellerId} and state <> 'receiving'`.execute(db)
  return rows[0]
}

/** One indexed look. */
export async function isPublicPhoto(db: Database, src: string): Promise<boolean> {
  const row = await db
    .selectFrom('product_images as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select('i.id')
    .where('i.image_url', '=', src)
    .where('p.status', '<>', 'draft')
    .executeTakeFirst()
  return row !== undefined
}

/** A photo's files and the file that was received of it. */
export interface Leaving {
  image_url: string
  /** Null of an image: what was received of it is gone since it was prepared. */
  attempt: string | null
}

/** Takes the rows of all photos of these products out. */
export async function deletePhotosOf(tx: Database, productIds: string[]): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`
    with images as (
      delete from product_images where product_id = any(${productIds}::uuid[]) returning image_url
    ), uploads as (
      delete from photo_uploads where product_id = any(${productIds}::uuid[]) returning image_url, attempt
    )
    select image_url, null as attempt from images union all select image_url, attempt from uploads`.execute(
    tx,
  )
  return rows
}

/** The same of all that a person has sent. */
export async function deletePhotosOfPerson(tx: Database, sellerId: string): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`
    with images as (
      delete from product_images
      where product_id in (select id from products where seller_id = ${sellerId}) returning image_url
    ), uploads as (
      delete from photo_uploads where seller_id = ${sellerId} returning image_url, attempt
    )
    select image_url, null as attempt from images union all select image_url, attempt from uploads`.execute(
    tx,
  )
  return rows
}

export const selectListing = (db: Database, productId: string) =>
  db.selectFrom('products').select(['title', 'seller_id']).where('id', '=', productId).executeTakeFirst()
