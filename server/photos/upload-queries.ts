import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { ProcessedImage } from '#server/platform/images/image.ts'
import { matchPhotos } from './matching.ts'
import { selectLikeness } from './matching-queries.ts'
import type { DeletedPhoto, PhotoRow } from './queries.ts'

const now = sql<string>`now()`

export interface Upload {
  id: string
  sellerId: string
  clientKey: string
  attempt: string
  fileName: string
  src: string
}

/**
 * Begins an attempt to send a photo. Returns the earlier attempt, which was interrupted, or undefined if the
 * photo was received before.
 */
export async function beginUpload(tx: Database, upload: Upload) {
  const { rows } = await sql<{ formerAttempt: string | null }>`
    insert into photo_uploads as u (id, seller_id, client_key, attempt, file_name, image_url)
    values (${upload.id}, ${upload.sellerId}, ${upload.clientKey}, ${upload.attempt}, ${upload.fileName},
      ${upload.src})
    on conflict (id) do update set attempt = excluded.attempt, file_name = excluded.file_name, updated_at = now()
    where u.state = 'receiving'
    returning old.attempt as "formerAttempt"`.execute(tx)
  return rows[0]
}

export const lockUpload = (tx: Database, id: string) =>
  tx
    .selectFrom('photo_uploads')
    .select(['id', 'seller_id', 'product_id', 'replaces_id', 'state', 'attempt', 'image_url'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const selectUpload = (db: Database, id: string) =>
  db
    .selectFrom('photo_uploads')
    .select(['seller_id', 'product_id', 'state', 'attempt', 'image_url'])
    .where('id', '=', id)
    .executeTakeFirst()

export interface Acceptance {
  attempt: string
  productId: string | null
  replacesId: string | null
  position: number
}

export const acceptUpload = (tx: Database, id: string, to: Acceptance) =>
  tx
    .updateTable('photo_uploads')
    .set({
      state: 'waiting',
      attempt: to.attempt,
      product_id: to.productId,
      replaces_id: to.replacesId,
      position: to.position,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()

/** Deletes the attempt, unless another one followed or the photo was received. */
export const deleteReceiving = (tx: Database, id: string, attempt: string) =>
  tx
    .deleteFrom('photo_uploads')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'receiving')
    .execute()

/** Returns the attempts whose received file is still needed. */
export async function selectNeededAttempts(db: Database, attempts: string[]): Promise<string[]> {
  const { rows } = await sql<{ attempt: string }>`
    select attempt from photo_uploads
    where attempt = any(${attempts}::uuid[]) and state in ('receiving', 'waiting')`.execute(db)
  return rows.map(({ attempt }) => attempt)
}

export async function markPrepared(
  tx: Database,
  id: string,
  { width, height, thumbhash, dhash, likeness, codes }: Omit<ProcessedImage, 'files'>,
): Promise<void> {
  await tx
    .updateTable('photo_uploads')
    .set({ state: 'ready', width, height, thumbhash, dhash, codes, updated_at: now })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('upload_likenesses')
    .values({ upload_id: id, likeness: JSON.stringify(likeness) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const markRefused = (tx: Database, id: string, refusal: string) =>
  tx
    .updateTable('photo_uploads')
    .set({ state: 'refused', refusal, updated_at: now })
    .where('id', '=', id)
    .execute()

/** Turns prepared photos into images of a product, each at the position of its upload. */
export async function moveToProduct(tx: Database, productId: string, ids: string[]): Promise<void> {
  const photos = await selectLikeness(tx, ids)
  await sql`
    insert into product_images
      (id, product_id, client_key, file_name, image_url, position, width, height, thumbhash, dhash, codes)
    select id, ${productId}, client_key, file_name, image_url, position, width, height, thumbhash, dhash, codes
    from photo_uploads where id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from photo_uploads where id = any(${ids}::uuid[])`.execute(tx)
  await matchPhotos(tx, photos)
}

export const assignUpload = (tx: Database, id: string, productId: string, position: number) =>
  tx
    .updateTable('photo_uploads')
    .set({ product_id: productId, position, updated_at: now })
    .where('id', '=', id)
    .execute()

/** A person's unassigned photos, in the order in which they were sent. */
export async function selectUnassigned(db: Database, sellerId: string): Promise<PhotoRow[]> {
  const { rows } = await sql<PhotoRow>`
    select id, client_key, file_name, state, refusal, replaces_id, position, image_url, width, height, thumbhash
    from photo_uploads
    where seller_id = ${sellerId} and product_id is null and state <> 'receiving'
    order by created_at, id`.execute(db)
  return rows
}

/** Deletes an upload in any state. */
export const deleteUpload = (tx: Database, id: string): Promise<DeletedPhoto | undefined> =>
  tx.deleteFrom('photo_uploads').where('id', '=', id).returning(['image_url', 'attempt']).executeTakeFirst()

const abandoned = sql<boolean>`(
  (state = 'receiving' and updated_at < now() - interval '1 hour')
  or (state = 'refused' and updated_at < now() - interval '1 day')
  or (product_id is null and updated_at < now() - ${STORAGE_TIMES.unusedPhotos}::interval)
)`

/** Old uploads: interrupted ones, refused ones, and those that were never assigned to a listing. */
export async function selectAbandoned(db: Database, limit: number) {
  const { rows } = await sql<{ id: string; seller_id: string }>`
    select id, seller_id from photo_uploads where ${abandoned} order by updated_at limit ${sql.lit(limit)}`.execute(
    db,
  )
  return rows
}

/** Checks again under the lock, and returns undefined if the upload is no longer abandoned. */
export async function deleteAbandoned(tx: Database, id: string): Promise<DeletedPhoto | undefined> {
  const { rows } = await sql<DeletedPhoto>`
    delete from photo_uploads where id = ${id} and ${abandoned} returning image_url, attempt`.execute(tx)
  return rows[0]
}

/** Counts a person's photos that still have to be prepared. */
export async function countWaiting(tx: Database, sellerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from photo_uploads where seller_id = ${sellerId} and state = 'waiting'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Photos that should have been prepared by now; `ahead` counts earlier ones of the same seller. */
export const selectOverdue = (db: Database) =>
  db
    .selectFrom('photo_uploads')
    .select(['id', 'attempt', 'image_url'])
    .select(sql<number>`row_number() over (partition by seller_id order by updated_at)::int - 1`.as('ahead'))
    .where('state', '=', 'waiting')
    .where('updated_at', '<', sql<string>`now() - interval '1 hour'`)
    .orderBy('updated_at')
    .limit(sql.lit(1000))
    .execute()
