import type { Context } from '#server/context.ts'
import { notify } from '#server/notifications/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import type { ImageRefused, ProcessedImage } from '#server/platform/images/image.ts'
import { pictureProblem } from '#server/platform/images/picture-refusal.ts'
import { isHidden } from '#server/products/visibility.ts'
import { productKey } from '#server/platform/http/cdn/keys.ts'
import { renumberPhotos } from './renumbering.ts'
import { deleteImage, lockProduct, selectListing, selectPhotos } from './queries.ts'
import { enqueueFileRemoval } from './removal.ts'
import { countsAsPhoto, withoutPhotoText } from './rules.ts'
import { assessPhotos } from './trick-codes.ts'
import { lockUpload, markPrepared, markRefused, moveToProduct, selectUpload } from './upload-queries.ts'

type Deps = Pick<Context, 'db' | 'jobs' | 'changes' | 'guard'>
type WaitingUpload = NonNullable<Awaited<ReturnType<typeof lockUpload>>> & {
  product: { status: string } | undefined
}

/** Does nothing if the upload no longer waits, because it was deleted or another run was faster. */
async function changeWaiting(
  db: Database,
  uploadId: string,
  change: (tx: Database, upload: WaitingUpload) => Promise<void>,
): Promise<void> {
  const known = await selectUpload(db, uploadId)
  if (!known) return
  await db.transaction().execute(async (tx) => {
    await lockPerson(tx, known.seller_id)
    // Nothing moves the photo to another listing while its seller is locked.
    const upload = await selectUpload(tx, uploadId)
    const product = upload?.product_id ? await lockProduct(tx, upload.product_id) : undefined
    const locked = await lockUpload(tx, uploadId)
    if (locked?.state === 'waiting') await change(tx, { ...locked, product })
  })
}

async function showInListing(ctx: Deps, tx: Database, upload: WaitingUpload, productId: string) {
  const { id, replaces_id, product } = upload
  const replaced = replaces_id === null ? undefined : await deleteImage(tx, replaces_id)
  await enqueueFileRemoval(ctx, tx, [replaced])
  await moveToProduct(tx, productId, [id])
  await renumberPhotos(tx, productId)
  if (!product || product.status === 'draft') return
  await assessPhotos(ctx, tx, { productId })
  if (!isHidden(product.status)) await ctx.changes.announce(tx, 'pages', [productKey(productId)])
}

export const acceptPreparedPhoto = (
  ctx: Deps,
  { uploadId, image }: { uploadId: string; image: ProcessedImage },
): Promise<void> =>
  changeWaiting(ctx.db, uploadId, async (tx, upload) => {
    await markPrepared(tx, uploadId, image)
    if (upload.product_id !== null) await showInListing(ctx, tx, upload, upload.product_id)
  })

/** Notifies the seller of a listing that was published before its photos were prepared and has no usable one. */
async function notifyWithoutPhoto(ctx: Deps, tx: Database, productId: string) {
  const product = await selectListing(tx, productId)
  if (!product) return
  await notify(ctx, tx, {
    to: [product.seller_id],
    type: 'system',
    content: withoutPhotoText(product.title),
    actionUrl: `/edit-product/${productId}`,
  })
}

export const refusePhoto = (
  ctx: Deps,
  { uploadId, error }: { uploadId: string; error: ImageRefused },
): Promise<void> =>
  changeWaiting(ctx.db, uploadId, async (tx, { product_id, product }) => {
    await markRefused(tx, uploadId, pictureProblem(error))
    if (product_id === null) return
    await renumberPhotos(tx, product_id)
    const hasPhoto = (await selectPhotos(tx, product_id)).some(countsAsPhoto)
    if (!hasPhoto && product && product.status !== 'draft') await notifyWithoutPhoto(ctx, tx, product_id)
  })
