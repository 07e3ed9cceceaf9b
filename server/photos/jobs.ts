import type { Context } from '#server/context.ts'
import { describePhotos } from './describing.ts'
import { enqueuePreparation, PREPARE_PHOTO, preparePhoto } from './preparation.ts'
import { enqueueFileRemoval, REMOVE_PHOTO_FILES, removePhotoFiles } from './removal.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { deleteAbandoned, selectAbandoned, selectOverdue } from './upload-queries.ts'

const UPLOADS_AT_ONCE = 1000

/** Deletes uploads that were never finished, and restarts preparations that were lost. */
async function cleanUpPhotos(ctx: Pick<Context, 'db' | 'jobs' | 'storage'>): Promise<void> {
  const { db, storage } = ctx
  for (const { id, seller_id } of await selectAbandoned(db, UPLOADS_AT_ONCE)) {
    await db.transaction().execute(async (tx) => {
      await lockPerson(tx, seller_id)
      await enqueueFileRemoval(ctx, tx, [await deleteAbandoned(tx, id)])
    })
  }
  for (const upload of await selectOverdue(db)) await enqueuePreparation(ctx, db, upload)
  await storage.removeAbandoned?.()
}

const EVERY_FIVE_MINUTES = '*/5 * * * *'
const EVERY_HOUR = '37 * * * *'

export function handlePhotoJobs(ctx: Context): void {
  const { jobs } = ctx
  jobs.handle(PREPARE_PHOTO, (payload) => preparePhoto(ctx, payload))
  jobs.handle(REMOVE_PHOTO_FILES, (payload) => removePhotoFiles(ctx, payload))
  jobs.schedule('describe-photos', EVERY_FIVE_MINUTES, ({ signal }) => describePhotos(ctx, signal))
  jobs.schedule('photos-clean-up', EVERY_HOUR, () => cleanUpPhotos(ctx))
}
