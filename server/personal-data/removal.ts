import { AVATAR_WIDTHS, PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import { keysOf } from '#server/images/picture-files.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Storage } from '#server/storage/storage.ts'

export interface Removed {
  /** Addresses that pictures begin with. */
  pictures: string[]
  /** Ids of data exports. */
  exports: string[]
}

const REMOVE_FILES = defineJob<Removed>('remove-files')
const PER_JOB = 200
const WIDTHS = [...PHOTO_WIDTHS, ...AVATAR_WIDTHS]

/** Never served as a photo: the photo route knows its own folders only. */
export const exportKey = (exportId: string): string => `exports/${exportId}.zip`

export interface FileRemoval {
  /** Files go once the rows that named them are gone for good. */
  queue(tx: Database, removed: Removed): Promise<void>
}

export function fileRemoval({ jobs, storage }: { jobs: Jobs; storage: Storage }): FileRemoval {
  jobs.handle(REMOVE_FILES, async ({ pictures, exports }) => {
    const keys = [...pictures.flatMap((src) => keysOf(src, WIDTHS)), ...exports.map(exportKey)]
    for (const key of keys) await storage.remove(key)
  })
  return {
    async queue(tx, { pictures, exports }) {
      if (exports.length > 0) await jobs.enqueue(tx, REMOVE_FILES, { pictures: [], exports })
      for (let start = 0; start < pictures.length; start += PER_JOB) {
        await jobs.enqueue(tx, REMOVE_FILES, {
          pictures: pictures.slice(start, start + PER_JOB),
          exports: [],
        })
      }
    },
  }
}
