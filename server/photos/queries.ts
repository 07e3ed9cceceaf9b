import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { isPublic } from '#server/products/visibility.ts'

/** A photo of a listing (`state` is 'image') or an upload that is to become one. */
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
 * All photos of a product in their order, with refused ones at the position that they would have had, and
 * both the photo that is to be replaced and its replacement.
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

/** Returns undefined if the product is not the seller's. */
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

interface PhotoPosition {
  id: string
  position: number
}

/** Gives photos these positions, and makes the first image primary. */
export async function updatePositions(tx: Database, productId: string, photos: PhotoPosition[]) {
  const ids = photos.map(({ id }) => id)
  const positions = photos.map(({ position }) => position)
  for (const table of ['product_images', 'photo_uploads'] as const) {
    await sql`
      update ${sql.table(table)} as t set position = photo.position
      from unnest(${ids}::uuid[], ${positions}::smallint[]) as photo (id, position)
      where t.id = photo.id and t.product_id = ${productId} and t.position <> photo.position`.execute(tx)
  }
  // The former primary image is updated first, because there must never be two.
  for (const isPrimary of [false, true]) {
    await sql`
      update product_images as i set is_primary = ${isPrimary}
      where product_id = ${productId} and is_primary <> ${isPrimary} and ${isPrimary} = (
        id = (select id from product_images where product_id = ${productId} order by position limit 1)
      )`.execute(tx)
  }
}

/** Locks a product of any seller. */
export const lockProduct = (tx: Database, productId: string) =>
  tx.selectFrom('products').select('status').where('id', '=', productId).forNoKeyUpdate().executeTakeFirst()

export async function deleteImage(tx: Database, id: string): Promise<DeletedPhoto | undefined> {
  const row = await tx
    .deleteFrom('product_images')
    .where('id', '=', id)
    .returning('image_url')
    .executeTakeFirst()
  return row && { ...row, attempt: null }
}

/** Returns the photos that a listing or an open case shows. */
export async function selectShown(db: Database, sources: string[]): Promise<string[]> {
  const { rows } = await sql<{ image_url: string }>`
    select image_url from product_images where image_url = any(${sources})
    union select image_url from case_photos where image_url = any(${sources})`.execute(db)
  return rows.map(({ image_url }) => image_url)
}

/** Addresses of photos in listings and of unassigned ones. */
export async function selectPrepared(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ image_url: string }>`
    (select image_url from product_images where image_url > ${after} order by 1 limit ${limit})
    union
    (select image_url from photo_uploads where image_url > ${after} and state = 'ready' order by 1 limit ${limit})
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ image_url }) => image_url)
}

export async function selectIsPrepared(db: Database, src: string): Promise<boolean> {
  const { rows } = await sql`
    select from product_images where image_url = ${src}
    union all select from photo_uploads where image_url = ${src} and state = 'ready'`.execute(db)
  return rows.length > 0
}

/** The product of a person's photo, null for an unassigned photo, undefined for somebody else's. */
export async function selectOwnPhoto(db: Database, sellerId: string, photoId: string) {
  const { rows } = await sql<{ product_id: string | null }>`
    select i.product_id from product_images i join products p on p.id = i.product_id
    where i.id = ${photoId} and p.seller_id = ${sellerId}
    union all
    select product_id from photo_uploads
    where id = ${photoId} and seller_id = ${sellerId} and state <> 'receiving'`.execute(db)
  return rows[0]
}

/** The seller and product of a public photo. */
export function selectPublicPhoto(db: Database, src: string) {
  return db
    .selectFrom('product_images as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select(['i.product_id', 'p.seller_id'])
    .where('i.image_url', '=', src)
    .where(isPublic)
    .executeTakeFirst()
}

export interface DeletedPhoto {
  image_url: string
  /** Null for an image: its received file was removed when it was prepared. */
  attempt: string | null
}

export async function deletePhotosOf(tx: Database, productId: string): Promise<DeletedPhoto[]> {
  const { rows } = await sql<DeletedPhoto>`
    with images as (
      delete from product_images where product_id = ${productId} returning image_url
    ), uploads as (
      delete from photo_uploads where product_id = ${productId} returning image_url, attempt
    )
    select image_url, null as attempt from images union all select image_url, attempt from uploads`.execute(
    tx,
  )
  return rows
}

/** Includes unassigned photos. */
export async function deleteAllPhotosOf(tx: Database, sellerId: string): Promise<DeletedPhoto[]> {
  const { rows } = await sql<DeletedPhoto>`
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

/** Texts of the QR codes in its photos, in the photos' order. */
export async function selectCodes(tx: Database, productId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('product_images')
    .select('codes')
    .where('product_id', '=', productId)
    .where('codes', '<>', sql<string[]>`'{}'`)
    .orderBy('position')
    .execute()
  return rows.flatMap(({ codes }) => codes)
}

export const selectListing = (db: Database, productId: string) =>
  db.selectFrom('products').select(['title', 'seller_id']).where('id', '=', productId).executeTakeFirst()
