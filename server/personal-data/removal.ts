import { AVATAR_WIDTHS, PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { keysOf } from '#server/platform/images/picture-files.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'

interface RemovedFiles {
  /** Prefixes of the pictures' files. */
  pictures: string[]
  exports: string[]
}

export const REMOVE_FILES = defineJob<RemovedFiles>('remove-files')
const PICTURES_PER_JOB = 200
const WIDTHS = [...PHOTO_WIDTHS, ...AVATAR_WIDTHS]

/** Never served as a photo, because the photo route serves only its own folders. */
export const exportKey = (exportId: string): string => `exports/${exportId}.zip`

/** Runs in the transaction that deletes the rows; the files are removed after it commits. */
export async function enqueueFileRemoval(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Database,
  { pictures, exports }: RemovedFiles,
): Promise<void> {
  if (exports.length > 0) await jobs.enqueue(tx, REMOVE_FILES, { pictures: [], exports })
  for (let start = 0; start < pictures.length; start += PICTURES_PER_JOB) {
    const batch = pictures.slice(start, start + PICTURES_PER_JOB)
    await jobs.enqueue(tx, REMOVE_FILES, { pictures: batch, exports: [] })
  }
}

export async function removeFiles(
  { storage }: Pick<Context, 'storage'>,
  { pictures, exports }: RemovedFiles,
): Promise<void> {
  const keys = [...pictures.flatMap((src) => keysOf(src, WIDTHS)), ...exports.map(exportKey)]
  for (const key of keys) await storage.remove(key)
}
