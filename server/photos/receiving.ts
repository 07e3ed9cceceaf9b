import { randomUUID } from 'node:crypto'
import type { OwnPhoto } from '#contract/photo-uploads.ts'
import { AppError } from '#server/app-error.ts'
import { newSrc } from '#server/images/picture-files.ts'
import { asPictureRefusal } from '#server/images/picture-refusal.ts'
import { StorageError } from '#server/storage/storage.ts'
import { photoAttempts, photosBeside, type SentPhoto } from './attempts.ts'
import { photoIdOf, quarantineKey } from './photo-files.ts'
import type { PhotosParts } from './photos-parts.ts'
import type { PhotoPreparation } from './preparation.ts'
import { selectOwnProduct } from './queries.ts'
import type { PhotoReading } from './reading.ts'
import type { PhotoRemoval } from './removal.ts'
import { newPlace } from './rules.ts'
import type { Upload } from './upload-queries.ts'

const UPLOADS_AN_HOUR = { tries: 200, seconds: 60 * 60 }

interface ReceivingParts extends PhotosParts {
  removal: PhotoRemoval
  reading: PhotoReading
  preparation: PhotoPreparation
}

export function photoReceiving(parts: ReceivingParts) {
  const { db, storage, limiter, reading, log } = parts
  const attempts = photoAttempts(parts)

  /** What is certain to be refused is refused before it is sent; behind the lock it is decided. */
  async function requirePlace(sellerId: string, { productId, replacesId }: SentPhoto): Promise<void> {
    if (productId !== undefined && !(await selectOwnProduct(db, sellerId, productId)))
      throw new AppError('product-not-found')
    newPlace(await photosBeside(db, sellerId, productId), replacesId, productId === undefined)
  }

  async function store(upload: Upload, sent: SentPhoto, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      await storage.put(quarantineKey(upload.attempt), pieces, 'application/octet-stream')
      if (await attempts.accept(upload, sent)) return
    } catch (error) {
      await attempts.giveUp(upload)
      if (error instanceof StorageError) log.error({ err: error }, 'a photo could not be stored')
      throw asPictureRefusal(error)
    }
    await attempts.giveUp(upload)
  }

  return {
    /** Counts before anything is read. */
    takeTry: (sellerId: string) => limiter.take(`photo-upload:${sellerId}`, UPLOADS_AN_HOUR),

    /**
     * Takes a photo in. Sent once more it is the same photo, and answers with its state; one whose sending was cut
     * starts over.
     */
    async receive(sellerId: string, sent: SentPhoto, pieces: AsyncIterable<Uint8Array>): Promise<OwnPhoto> {
      const id = photoIdOf(sellerId, sent.clientKey)
      const known = await reading.ownPhoto(db, sellerId, id)
      if (known) return known
      await requirePlace(sellerId, sent)
      const upload = {
        id,
        sellerId,
        clientKey: sent.clientKey,
        attempt: randomUUID(),
        fileName: sent.fileName,
        src: newSrc(`product-images/${sent.productId ?? id}`),
      }
      if (await attempts.begin(upload)) await store(upload, sent, pieces)
      const photo = await reading.ownPhoto(db, sellerId, id)
      // Deleted by its seller in this very moment.
      if (!photo) throw new AppError('photo-not-found')
      return photo
    },
  }
}
