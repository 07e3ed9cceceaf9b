import { lockPerson } from '#server/db/lock-person.ts'
import type { PhotosParts } from './photos-parts.ts'
import type { PhotoPreparation } from './preparation.ts'
import type { PhotoRemoval } from './removal.ts'
import { deleteAbandoned, selectAbandoned, selectForgotten } from './upload-queries.ts'

const AT_ONCE = 1000

interface CleanUpParts extends Pick<PhotosParts, 'db' | 'storage'> {
  removal: PhotoRemoval
  preparation: PhotoPreparation
}

/** Clears away what was begun and never finished, and begins anew what was given up too early. */
export async function cleanUpPhotos({ db, storage, removal, preparation }: CleanUpParts): Promise<void> {
  for (const { id, seller_id } of await selectAbandoned(db, AT_ONCE)) {
    await db.transaction().execute(async (tx) => {
      await lockPerson(tx, seller_id)
      await removal.queue(tx, [await deleteAbandoned(tx, id)])
    })
  }
  for (const upload of await selectForgotten(db)) await preparation.queue(db, upload)
  await storage.removeAbandoned?.()
}
