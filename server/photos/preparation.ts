import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { outageOf } from '#server/platform/errors/outage.ts'
import { ImageRefused, type ProcessedImage } from '#server/platform/images/image.ts'
import { removePicture, storePicture } from '#server/platform/images/picture-files.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { quarantineKey } from './photo-files.ts'
import { acceptPreparedPhoto, refusePhoto } from './preparation-outcome.ts'
import { selectShown } from './queries.ts'
import { selectUpload } from './upload-queries.ts'

/**
 * Contains the name of every file, so that the files can be removed even if the rows are deleted before the job
 * runs.
 */
interface ReceivedPhoto {
  uploadId: string
  attempt: string
  src: string
  /** Minus the number of the same seller's photos that wait before it. */
  priority: number
}

/** The timeout is long because other pictures wait in the same queue, which is slow on a busy machine. */
export const PREPARE_PHOTO = defineJob<ReceivedPhoto>('prepare-photo', { timeoutSeconds: 60 * 60 })
/** Pause while the storage is full. Waiting is not a failure and has no limit. */
const STORAGE_FULL_RETRY_SECONDS = 60
/** Minus the number of photos that can be sent in bulk. */
const LOWEST_PRIORITY = -20

interface AcceptedUpload {
  id: string
  attempt: string
  image_url: string
  /** Number of the same seller's photos that wait before it. */
  ahead: number
}

const enqueue = (
  { jobs }: Pick<Context, 'jobs'>,
  tx: Database,
  photo: ReceivedPhoto,
  runAfterSeconds?: number,
): Promise<void> =>
  jobs.enqueue(tx, PREPARE_PHOTO, photo, {
    singletonKey: photo.uploadId,
    priority: photo.priority,
    runAfterSeconds,
  })

/**
 * Everybody's first photo has priority over anybody's second, so that one person's many photos delay nobody.
 */
export const enqueuePreparation = (
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { id, attempt, image_url, ahead }: AcceptedUpload,
): Promise<void> =>
  enqueue(ctx, tx, {
    uploadId: id,
    attempt,
    src: image_url,
    priority: Math.max(-ahead, LOWEST_PRIORITY),
  })

async function readReceived(storage: Storage, attempt: string): Promise<Uint8Array> {
  const found = await storage.read(quarantineKey(attempt))
  // The storage was replaced by another one, or restored from an older backup.
  if (!found) throw new ImageRefused('damaged')
  return new Response(found.stream).bytes()
}

async function encode(
  { storage, images }: Pick<Context, 'storage' | 'images'>,
  { attempt, src }: ReceivedPhoto,
): Promise<ProcessedImage> {
  const image = await images.process(await readReceived(storage, attempt))
  await storePicture(storage, src, image.files)
  return image
}

/**
 * Removes files that no row names: the received one after the photo is prepared or refused, and all files of
 * a deleted photo.
 */
async function removeUnusedFiles(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { uploadId, attempt, src }: ReceivedPhoto,
): Promise<void> {
  const upload = await selectUpload(db, uploadId)
  if (upload?.state === 'waiting') return
  const isShown = upload?.state === 'ready' || (await selectShown(db, [src])).length > 0
  if (!isShown) await removePicture(storage, src, PHOTO_WIDTHS)
  await storage.remove(quarantineKey(attempt))
}

async function prepare(ctx: Context, photo: ReceivedPhoto): Promise<void> {
  const upload = await selectUpload(ctx.db, photo.uploadId)
  if (upload?.state === 'waiting') {
    try {
      await acceptPreparedPhoto(ctx, { uploadId: photo.uploadId, image: await encode(ctx, photo) })
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error
      await refusePhoto(ctx, { uploadId: photo.uploadId, error })
    }
  }
  await removeUnusedFiles(ctx, photo)
}

/** Creates the pictures that are shown from the received bytes. */
export async function preparePhoto(ctx: Context, photo: ReceivedPhoto): Promise<void> {
  try {
    await prepare(ctx, photo)
  } catch (error) {
    if (!outageOf(error)?.startsWith('storage-')) throw error
    ctx.log.warn(
      { err: error },
      'Cannot store prepared photos. Trying again every minute. Check the storage.',
    )
    await enqueue(ctx, ctx.db, photo, STORAGE_FULL_RETRY_SECONDS)
  }
}
