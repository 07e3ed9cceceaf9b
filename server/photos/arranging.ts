import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { announceIfPublic, type ChangeDeps, changePhotos, requireOwnProduct } from './changing.ts'
import { renumberPhotos } from './renumbering.ts'
import { listOwnPhotos } from './service.ts'
import { deleteImage, type PhotoRow, selectOwnPhoto, selectPhotos } from './queries.ts'
import { enqueueFileRemoval } from './removal.ts'
import { inOrder } from './rules.ts'
import { assessPhotoCodes } from './trick-codes.ts'
import { deleteUpload } from './upload-queries.ts'

interface OwnListing {
  sellerId: string
  productId: string
}

/** Throws product-not-found, or photos-changed unless every photo of the listing is named once. */
export const arrangePhotos = (
  ctx: ChangeDeps,
  { photoIds, ...listing }: OwnListing & { photoIds: string[] },
): Promise<OwnPhoto[]> =>
  changePhotos(ctx, listing.sellerId, async (tx) => {
    const { productId } = listing
    const product = await requireOwnProduct(tx, listing)
    await renumberPhotos(tx, productId, inOrder(await selectPhotos(tx, productId), photoIds))
    await announceIfPublic(ctx, tx, product)
    return listOwnPhotos(ctx, tx, listing)
  })

/** Also deletes the photo that it was to replace, because its seller sees the two as one. */
async function deleteWithReplaced(ctx: ChangeDeps, tx: Database, photo: PhotoRow): Promise<void> {
  const imageId = photo.state === 'waiting' ? photo.replaces_id : photo.id
  const upload = photo.state === 'image' ? undefined : await deleteUpload(tx, photo.id)
  const image = imageId === null ? undefined : await deleteImage(tx, imageId)
  await enqueueFileRemoval(ctx, tx, [upload, image])
}

async function deleteFromListing(ctx: ChangeDeps, tx: Database, listing: OwnListing, photoId: string) {
  const product = await requireOwnProduct(tx, listing)
  const rows = await selectPhotos(tx, listing.productId)
  const photo = rows.find(({ id }) => id === photoId)
  if (!photo) throw new AppError('photo-not-found')
  // A photo that is being prepared may still be refused, so it does not count.
  const deleted = [photoId, photo.state === 'waiting' ? photo.replaces_id : null]
  const staying = rows.filter(({ id, state }) => state === 'image' && !deleted.includes(id))
  const isLast = staying.length === 0 && photo.state !== 'refused'
  if (isLast && product.status !== 'draft') throw new AppError('image-required')
  await deleteWithReplaced(ctx, tx, photo)
  await renumberPhotos(tx, listing.productId)
  if (product.status !== 'draft') await assessPhotoCodes(ctx, tx, listing)
  await announceIfPublic(ctx, tx, product)
}

/** Throws photo-not-found, or image-required for the last photo of a published listing. */
export const deletePhoto = (
  ctx: ChangeDeps,
  { sellerId, photoId }: { sellerId: string; photoId: string },
): Promise<void> =>
  changePhotos(ctx, sellerId, async (tx) => {
    const own = await selectOwnPhoto(tx, sellerId, photoId)
    if (!own) throw new AppError('photo-not-found')
    const { product_id: productId } = own
    if (productId !== null) await deleteFromListing(ctx, tx, { sellerId, productId }, photoId)
    else await enqueueFileRemoval(ctx, tx, [await deleteUpload(tx, photoId)])
  })
