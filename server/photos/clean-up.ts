import type { Context } from '#server/context.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { enqueuePreparation } from './preparation.ts'
import { enqueueFileRemoval } from './removal.ts'
import { deleteAbandoned, selectAbandoned, selectOverdue } from './upload-queries.ts'

const UPLOADS_AT_ONCE = 1000

/** Deletes uploads that were never finished, and restarts preparations that were lost. */
export async function cleanUpPhotos(ctx: Pick<Context, 'db' | 'jobs' | 'storage'>): Promise<void> {
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
