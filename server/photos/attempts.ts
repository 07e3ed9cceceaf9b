import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { lockPerson } from '#server/db/lock-person.ts'
import type { PhotosParts } from './photos-parts.ts'
import type { PhotoPreparation } from './preparation.ts'
import { lockOwnProduct, selectHome, selectPhotos } from './queries.ts'
import { settlePlaces } from './reading.ts'
import type { PhotoRemoval } from './removal.ts'
import { newPlace } from './rules.ts'
import {
  acceptUpload,
  beginUpload,
  countWaiting,
  deleteUpload,
  forgetAttempt,
  lockUpload,
  selectLoose,
  type Upload,
} from './upload-queries.ts'

/** What a browser says of a photo that it sends. */
export interface SentPhoto {
  clientKey: string
  fileName: string
  /** Undefined of a loose one. */
  productId: string | undefined
  /** The photo whose place it takes. */
  replacesId: string | undefined
}

/** The photos among which a new one is to find its place. */
export const photosBeside = (db: Database, sellerId: string, productId: string | undefined) =>
  productId === undefined ? selectLoose(db, sellerId) : selectPhotos(db, productId)

interface AttemptsParts extends PhotosParts {
  removal: PhotoRemoval
  preparation: PhotoPreparation
}

/** What the database knows of each try to send a photo: its row is there before its file, and outlives it. */
export function photoAttempts({ db, removal, preparation }: AttemptsParts) {
  async function acceptInto(tx: Database, upload: Upload, { productId, replacesId }: SentPhoto) {
    const { id, sellerId, attempt, src } = upload
    const isLoose = productId === undefined
    const place = newPlace(await photosBeside(tx, sellerId, productId), replacesId, isLoose)
    for (const each of place.superseded) await removal.queue(tx, [await deleteUpload(tx, each)])
    const ahead = await countWaiting(tx, sellerId)
    await acceptUpload(tx, id, { attempt, productId: productId ?? null, ...place })
    if (!isLoose) await settlePlaces(tx, productId)
    await preparation.queue(tx, { id, attempt, image_url: src, ahead })
  }

  return {
    /** False when the photo is here already. */
    begin: (upload: Upload): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        if (!(await lockPerson(tx, upload.sellerId))) throw new AppError('session-ended')
        if (await selectHome(tx, upload.sellerId, upload.id)) return false
        const begun = await beginUpload(tx, upload)
        // The process of the former try may have been killed after its file was there.
        if (begun?.formerAttempt) await removal.queueAttemptLater(tx, begun.formerAttempt)
        return begun !== undefined
      }),

    /** Once the file is there. False when another try was faster. Refused when there is no room any more. */
    accept: (upload: Upload, sent: SentPhoto): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        if (!(await lockPerson(tx, upload.sellerId))) throw new AppError('session-ended')
        if (sent.productId !== undefined && !(await lockOwnProduct(tx, upload.sellerId, sent.productId)))
          throw new AppError('product-not-found')
        const row = await lockUpload(tx, upload.id)
        if (row?.state !== 'receiving') return false
        if (row.attempt !== upload.attempt) await removal.queueAttemptLater(tx, row.attempt)
        await acceptInto(tx, { ...upload, src: row.image_url }, sent)
        return true
      }),

    /** Nothing came of this try. Where the database cannot be told, the clean-up finds it. */
    giveUp: ({ id, attempt }: Upload): Promise<void> =>
      db
        .transaction()
        .execute(async (tx) => {
          await forgetAttempt(tx, id, attempt)
          await removal.queueAttempt(tx, attempt)
        })
        .catch(() => undefined),
  }
}
