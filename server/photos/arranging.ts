import type { OwnPhoto } from '#contract/photo-uploads.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { deleteImage, type PhotoRow, selectHome, selectPhotos } from './queries.ts'
import { type PhotoReading, settlePlaces } from './reading.ts'
import type { PhotoRemoval } from './removal.ts'
import { inOrder } from './rules.ts'
import type { SellerChanges } from './seller-changes.ts'
import { deleteUpload } from './upload-queries.ts'

interface ArrangingParts {
  change: SellerChanges
  removal: PhotoRemoval
  reading: PhotoReading
}

export function photoArranging({ change, removal, reading }: ArrangingParts) {
  /** With a photo goes the one that it was to replace, since its seller sees them as one. */
  async function takeOut(tx: Database, photo: PhotoRow) {
    const imageId = photo.state === 'waiting' ? photo.replaces_id : photo.id
    const upload = photo.state === 'image' ? undefined : await deleteUpload(tx, photo.id)
    const image = imageId === null ? undefined : await deleteImage(tx, imageId)
    await removal.queue(tx, [upload, image])
  }

  async function removeFromListing(tx: Database, sellerId: string, productId: string, photoId: string) {
    const product = await change.requireOwn(tx, sellerId, productId)
    const rows = await selectPhotos(tx, productId)
    const photo = rows.find(({ id }) => id === photoId)
    if (!photo) throw new AppError('photo-not-found')
    // One that is still being prepared may yet be refused, so it does not count.
    const goes = [photoId, photo.state === 'waiting' ? photo.replaces_id : null]
    const left = rows.filter(({ id, state }) => state === 'image' && !goes.includes(id))
    const isLast = left.length === 0 && photo.state !== 'refused'
    if (isLast && product.status !== 'draft') throw new AppError('image-required')
    await takeOut(tx, photo)
    await settlePlaces(tx, productId)
    await change.tellIfPublic(tx, product)
  }

  return {
    /** Refused with `photos-changed` unless it names every photo of the listing once. */
    arrange: (sellerId: string, productId: string, ids: string[]): Promise<OwnPhoto[]> =>
      change.within(sellerId, async (tx) => {
        const product = await change.requireOwn(tx, sellerId, productId)
        await settlePlaces(tx, productId, inOrder(await selectPhotos(tx, productId), ids))
        await change.tellIfPublic(tx, product)
        return reading.ownPhotos(tx, sellerId, productId)
      }),

    remove: (sellerId: string, photoId: string): Promise<void> =>
      change.within(sellerId, async (tx) => {
        const home = await selectHome(tx, sellerId, photoId)
        if (!home) throw new AppError('photo-not-found')
        if (home.product_id !== null) await removeFromListing(tx, sellerId, home.product_id, photoId)
        else await removal.queue(tx, [await deleteUpload(tx, photoId)])
      }),
  }
}
