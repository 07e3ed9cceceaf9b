import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import type { ImageFile } from '#server/images/image.ts'
import { newSrc, removePicture, storeNewPicture } from '#server/images/picture-files.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { ConversationParts } from './conversation-parts.ts'
import { selectPhotoIsUsed } from './leaving-queries.ts'

/** By then the message is there or never will be. */
const UNUSED_SECONDS = 60 * 60
const PER_JOB = 200

/** Takes away files of those photos that no message has. */
const REMOVE_UNUSED = defineJob<{ urls: string[] }>('remove-unused-message-photos')

export interface PhotoPlace {
  conversationId: string
  clientKey: string
}

/** The files of photos that people send each other. */
export function photoFiles({ db, storage, jobs }: Pick<ConversationParts, 'db' | 'storage' | 'jobs'>) {
  jobs.handle(REMOVE_UNUSED, async ({ urls }) => {
    for (const url of urls) {
      if (!(await selectPhotoIsUsed(db, url))) await removePicture(storage, url, PHOTO_WIDTHS)
    }
  })

  return {
    /** Returns where the files begin. Before them comes the job that takes them away if no message does. */
    async store(conversationId: string, files: ImageFile[]): Promise<string> {
      const url = newSrc(`message-images/${conversationId}`)
      await jobs.enqueue(db, REMOVE_UNUSED, { urls: [url] }, { runAfterSeconds: UNUSED_SECONDS })
      await storeNewPicture(storage, url, files)
      return url
    },

    /** Within the transaction that takes the photos out of their messages. */
    async remove(tx: Database, urls: string[]): Promise<void> {
      for (let start = 0; start < urls.length; start += PER_JOB)
        await jobs.enqueue(tx, REMOVE_UNUSED, { urls: urls.slice(start, start + PER_JOB) })
    },
  }
}
