import { randomBytes } from 'node:crypto'
import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import type { ImageFile } from '#server/images/image.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { ConversationParts } from './conversation-parts.ts'
import { selectPhotoIsUsed } from './leaving-queries.ts'

const PHOTOS = '/photos/'
const NAME_BYTES = 6
const SUFFIXES = PHOTO_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.jpg`])
/** By then the message is there or never will be. */
const UNUSED_SECONDS = 60 * 60
const PER_JOB = 200

/** Takes away files of those photos that no message has. */
const REMOVE_UNUSED = defineJob<{ urls: string[] }>('remove-unused-message-photos')

export interface PhotoPlace {
  conversationId: string
  clientKey: string
}

const keyOf = (url: string, suffix: string) => url.slice(PHOTOS.length) + suffix

/** The files of photos that people send each other. */
export function photoFiles({ db, storage, jobs }: Pick<ConversationParts, 'db' | 'storage' | 'jobs'>) {
  jobs.handle(REMOVE_UNUSED, async ({ urls }) => {
    for (const url of urls) {
      if (await selectPhotoIsUsed(db, url)) continue
      for (const suffix of SUFFIXES) await storage.remove(keyOf(url, suffix))
    }
  })

  return {
    /** Returns where the files begin. Before them comes the job that takes them away if no message does. */
    async store({ conversationId, clientKey }: PhotoPlace, files: ImageFile[]): Promise<string> {
      // Never a name used before: a late removal after a failed try must not meet the files of the next.
      const name = `${clientKey}-${randomBytes(NAME_BYTES).toString('hex')}`
      const url = `${PHOTOS}message-images/${conversationId}/${name}`
      await jobs.enqueue(db, REMOVE_UNUSED, { urls: [url] }, { runAfterSeconds: UNUSED_SECONDS })
      for (const { suffix, contentType, bytes } of files)
        await storage.put(keyOf(url, suffix), bytes, contentType)
      return url
    },

    /** Within the transaction that takes the photos out of their messages. */
    async remove(tx: Database, urls: string[]): Promise<void> {
      for (let start = 0; start < urls.length; start += PER_JOB)
        await jobs.enqueue(tx, REMOVE_UNUSED, { urls: urls.slice(start, start + PER_JOB) })
    },
  }
}
