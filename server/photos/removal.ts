import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { keysOf } from '#server/platform/images/picture-files.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { quarantineKey } from './photo-files.ts'
import { type DeletedPhoto, selectShown } from './queries.ts'
import { selectNeededAttempts } from './upload-queries.ts'

interface RemovedFiles {
  /** Prefixes of the photos' files. */
  photos: string[]
  /** Upload attempts, which name received files. */
  attempts: string[]
}

export const REMOVE_PHOTO_FILES = defineJob<RemovedFiles>('remove-photo-files')
const PHOTOS_PER_JOB = 200
/** After this time every upload and preparation that was running has ended. */
const SECOND_RUN_SECONDS = 60 * 60

type Deps = Pick<Context, 'jobs'>

const filesOf = (photos: DeletedPhoto[]): RemovedFiles => ({
  photos: photos.map(({ image_url }) => image_url),
  attempts: photos.flatMap(({ attempt }) => attempt ?? []),
})

function* chunksOf(photos: DeletedPhoto[]) {
  for (let start = 0; start < photos.length; start += PHOTOS_PER_JOB)
    yield filesOf(photos.slice(start, start + PHOTOS_PER_JOB))
}

/**
 * Runs in the transaction that deletes the rows. Files of uploads are removed now and again later, because
 * the process that receives or prepares one may still write a file.
 */
export async function enqueueFileRemoval(
  { jobs }: Deps,
  tx: Database,
  deleted: (DeletedPhoto | undefined)[],
): Promise<void> {
  const photos = deleted.filter((photo) => photo !== undefined)
  for (const files of chunksOf(photos.filter(({ attempt }) => attempt !== null))) {
    await jobs.enqueue(tx, REMOVE_PHOTO_FILES, files)
    await jobs.enqueue(tx, REMOVE_PHOTO_FILES, files, { runAfterSeconds: SECOND_RUN_SECONDS })
  }
  for (const files of chunksOf(photos.filter(({ attempt }) => attempt === null)))
    await jobs.enqueue(tx, REMOVE_PHOTO_FILES, files)
}

/**
 * Removes the received file of an upload attempt: `later` if the attempt may still be running, or even
 * succeed.
 */
export const enqueueAttemptRemoval = (
  { jobs }: Deps,
  tx: Database,
  { attempt, when }: { attempt: string; when: 'now' | 'later' },
): Promise<void> =>
  jobs.enqueue(
    tx,
    REMOVE_PHOTO_FILES,
    { photos: [], attempts: [attempt] },
    when === 'later' ? { runAfterSeconds: SECOND_RUN_SECONDS } : {},
  )

/** Keeps files that a listing shows or an upload needs. */
export async function removePhotoFiles(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { photos, attempts }: RemovedFiles,
): Promise<void> {
  const shown = await selectShown(db, photos)
  const needed = await selectNeededAttempts(db, attempts)
  const keys = [
    ...photos.filter((src) => !shown.includes(src)).flatMap((src) => keysOf(src, PHOTO_WIDTHS)),
    ...attempts.filter((attempt) => !needed.includes(attempt)).map(quarantineKey),
  ]
  for (const key of keys) await storage.remove(key)
}
