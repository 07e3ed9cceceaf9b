import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { renumberPhotos } from './renumbering.ts'
import { enqueuePreparation } from './preparation.ts'
import { lockOwnProduct, selectOwnPhoto, selectPhotos } from './queries.ts'
import { enqueueAttemptRemoval, enqueueFileRemoval } from './removal.ts'
import { newPosition } from './rules.ts'
import {
  acceptUpload,
  beginUpload,
  countWaiting,
  deleteReceiving,
  deleteUpload,
  lockUpload,
  selectUnassigned,
  type Upload,
} from './upload-queries.ts'

/*
 * Sending a photo may be repeated. The row of each attempt is written before its file and deleted after it,
 * so that every file can be found and removed.
 */

type Deps = Pick<Context, 'db' | 'jobs'>

/** A browser's description of a photo that it sends. */
export interface SentPhoto {
  clientKey: string
  fileName: string
  /** Undefined for an unassigned photo. */
  productId: string | undefined
  replacesId: string | undefined
}

/** The photos among which a new one gets its position. */
export const selectPhotosBeside = (db: Database, sellerId: string, productId: string | undefined) =>
  productId === undefined ? selectUnassigned(db, sellerId) : selectPhotos(db, productId)

async function requireSeller(tx: Database, sellerId: string): Promise<void> {
  if (!(await lockPerson(tx, sellerId))) throw new AppError('session-ended')
}

/** Returns false if the photo was received before. Throws session-ended. */
export const beginAttempt = (ctx: Deps, upload: Upload): Promise<boolean> =>
  ctx.db.transaction().execute(async (tx) => {
    await requireSeller(tx, upload.sellerId)
    if (await selectOwnPhoto(tx, upload.sellerId, upload.id)) return false
    const begun = await beginUpload(tx, upload)
    // The process of the earlier attempt may have been killed after it stored its file.
    if (begun?.formerAttempt)
      await enqueueAttemptRemoval(ctx, tx, { attempt: begun.formerAttempt, when: 'later' })
    return begun !== undefined
  })

async function acceptInto(ctx: Deps, tx: Database, upload: Upload, { productId, replacesId }: SentPhoto) {
  const { id, sellerId, attempt, src } = upload
  const isAssigned = productId !== undefined
  const beside = await selectPhotosBeside(tx, sellerId, productId)
  const position = newPosition(beside, { replacesId, isAssigned })
  for (const each of position.superseded) await enqueueFileRemoval(ctx, tx, [await deleteUpload(tx, each)])
  const ahead = await countWaiting(tx, sellerId)
  await acceptUpload(tx, id, { attempt, productId: productId ?? null, ...position })
  if (isAssigned) await renumberPhotos(tx, productId)
  await enqueuePreparation(ctx, tx, { id, attempt, image_url: src, ahead })
}

/**
 * Accepts a photo after its file is stored. Returns false if another attempt was faster. Throws session-ended,
 * product-not-found, too-many-images, too-many-unassigned-photos.
 */
export const acceptAttempt = (
  ctx: Deps,
  { upload, sent }: { upload: Upload; sent: SentPhoto },
): Promise<boolean> =>
  ctx.db.transaction().execute(async (tx) => {
    await requireSeller(tx, upload.sellerId)
    if (sent.productId !== undefined && !(await lockOwnProduct(tx, upload.sellerId, sent.productId)))
      throw new AppError('product-not-found')
    const row = await lockUpload(tx, upload.id)
    if (row?.state !== 'receiving') return false
    if (row.attempt !== upload.attempt)
      await enqueueAttemptRemoval(ctx, tx, { attempt: row.attempt, when: 'later' })
    await acceptInto(ctx, tx, { ...upload, src: row.image_url }, sent)
    return true
  })

/** Deletes the attempt and its file. If the database is unavailable, the hourly clean-up does it later. */
export const abandonAttempt = (ctx: Deps, { id, attempt }: Upload): Promise<void> =>
  ctx.db
    .transaction()
    .execute(async (tx) => {
      await deleteReceiving(tx, id, attempt)
      await enqueueAttemptRemoval(ctx, tx, { attempt, when: 'now' })
    })
    .catch(() => undefined)
