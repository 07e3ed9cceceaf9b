import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { ImageFile } from '#server/platform/images/image.ts'
import { newSrc, removePicture, storeNewPicture } from '#server/platform/images/picture-files.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { selectPhotoIsUsed } from './leaving-queries.ts'

/** Time after which the photo's message exists or never will. */
const UNUSED_AFTER_SECONDS = 60 * 60
const PHOTOS_PER_JOB = 200

interface RemovalJob {
  /** The common prefix of each photo's files. */
  urls: string[]
}

export const REMOVE_UNUSED_PHOTOS = defineJob<RemovalJob>('remove-unused-message-photos')

/** Removes the files of photos that no message uses. */
export async function removeUnusedPhotos(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { urls }: RemovalJob,
): Promise<void> {
  for (const url of urls) {
    if (!(await selectPhotoIsUsed(db, url))) await removePicture(storage, url, PHOTO_WIDTHS)
  }
}

/**
 * Stores the files, after it has queued a job that removes them if no message uses them. Returns their common
 * prefix.
 */
export async function storePhoto(
  { db, jobs, storage }: Pick<Context, 'db' | 'jobs' | 'storage'>,
  { conversationId, files }: { conversationId: string; files: ImageFile[] },
): Promise<string> {
  const url = newSrc(`message-images/${conversationId}`)
  await jobs.enqueue(db, REMOVE_UNUSED_PHOTOS, { urls: [url] }, { runAfterSeconds: UNUSED_AFTER_SECONDS })
  await storeNewPicture(storage, url, files)
  return url
}

/** Runs in the transaction that removes the photos from their messages. */
export async function enqueuePhotoRemoval(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Database,
  urls: string[],
): Promise<void> {
  for (let start = 0; start < urls.length; start += PHOTOS_PER_JOB)
    await jobs.enqueue(tx, REMOVE_UNUSED_PHOTOS, { urls: urls.slice(start, start + PHOTOS_PER_JOB) })
}
