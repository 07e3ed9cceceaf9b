import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import { keysOf } from '#server/images/picture-files.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Storage } from '#server/storage/storage.ts'
import { quarantineKey } from './photo-files.ts'
import { type Leaving, selectShown } from './queries.ts'
import { selectNeededAttempts } from './upload-queries.ts'

interface RemovedFiles {
  /** Names that photos begin with. */
  photos: string[]
  /** Tries to send one, by which the received files are named. */
  attempts: string[]
}

const REMOVE_PHOTO_FILES = defineJob<RemovedFiles>('remove-photo-files')
const PER_JOB = 200
/** By then every upload and every preparation that was under way has ended. */
const AGAIN_SECONDS = 60 * 60

export type PhotoRemoval = ReturnType<typeof photoRemoval>

/** Within the transaction that takes rows out: their files go once that commits. */
export function photoRemoval({ db, jobs, storage }: { db: Database; jobs: Jobs; storage: Storage }) {
  jobs.handle(REMOVE_PHOTO_FILES, async ({ photos, attempts }) => {
    const shown = await selectShown(db, photos)
    const needed = await selectNeededAttempts(db, attempts)
    const keys = [
      ...photos.filter((src) => !shown.includes(src)).flatMap((src) => keysOf(src, PHOTO_WIDTHS)),
      ...attempts.filter((attempt) => !needed.includes(attempt)).map(quarantineKey),
    ]
    for (const key of keys) await storage.remove(key)
  })

  /** Now, and once more later: whoever is receiving or preparing one of these may still write a file. */
  async function removeTwice(tx: Database, files: RemovedFiles) {
    await jobs.enqueue(tx, REMOVE_PHOTO_FILES, files)
    await jobs.enqueue(tx, REMOVE_PHOTO_FILES, files, { runAfterSeconds: AGAIN_SECONDS })
  }

  return {
    async queue(tx: Database, leaving: (Leaving | undefined)[]): Promise<void> {
      const uploads = leaving.flatMap((row) => row ?? []).filter(({ attempt }) => attempt !== null)
      const images = leaving.flatMap((row) => row ?? []).filter(({ attempt }) => attempt === null)
      for (let start = 0; start < uploads.length; start += PER_JOB)
        await removeTwice(tx, filesOf(uploads.slice(start, start + PER_JOB)))
      for (let start = 0; start < images.length; start += PER_JOB)
        await jobs.enqueue(tx, REMOVE_PHOTO_FILES, filesOf(images.slice(start, start + PER_JOB)))
    },
    /** What was received by a try that came to nothing. */
    queueAttempt: (tx: Database, attempt: string): Promise<void> =>
      jobs.enqueue(tx, REMOVE_PHOTO_FILES, { photos: [], attempts: [attempt] }),
    /** The same of a try that may still be under way, and may even win. */
    queueAttemptLater: (tx: Database, attempt: string): Promise<void> =>
      jobs.enqueue(
        tx,
        REMOVE_PHOTO_FILES,
        { photos: [], attempts: [attempt] },
        { runAfterSeconds: AGAIN_SECONDS },
      ),
  }
}

const filesOf = (leaving: Leaving[]): RemovedFiles => ({
  photos: leaving.map(({ image_url }) => image_url),
  attempts: leaving.flatMap(({ attempt }) => attempt ?? []),
})
