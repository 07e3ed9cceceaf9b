import type { Database } from '#server/db/connect.ts'
import { lockPerson } from '#server/db/lock-person.ts'
import type { ImageRefused, ProcessedImage } from '#server/images/image.ts'
import { pictureProblem } from '#server/images/picture-refusal.ts'
import type { PhotosParts } from './photos-parts.ts'
import { deleteImage, lockProduct, selectListing, selectPhotos } from './queries.ts'
import { settlePlaces } from './reading.ts'
import type { PhotoRemoval } from './removal.ts'
import { lockUpload, markPrepared, markRefused, moveToProduct, selectUpload } from './upload-queries.ts'

interface SettlingParts extends Pick<PhotosParts, 'db' | 'changes' | 'notifications'> {
  removal: PhotoRemoval
}

type Waiting = NonNullable<Awaited<ReturnType<typeof lockUpload>>> & {
  product: { status: string } | undefined
}

/** What becomes of an upload once it is prepared. Nothing, if it waits no more: it was deleted, or settled before. */
export function photoSettling({ db, changes, notifications, removal }: SettlingParts) {
  async function whileWaiting(id: string, settle: (tx: Database, upload: Waiting) => Promise<void>) {
    const known = await selectUpload(db, id)
    if (!known) return
    await db.transaction().execute(async (tx) => {
      await lockPerson(tx, known.seller_id)
      // Behind the lock it stays in its listing.
      const upload = await selectUpload(tx, id)
      const product = upload?.product_id ? await lockProduct(tx, upload.product_id) : undefined
      const locked = await lockUpload(tx, id)
      if (locked?.state === 'waiting') await settle(tx, { ...locked, product })
    })
  }

  async function showInListing(tx: Database, upload: Waiting, productId: string) {
    const { id, replaces_id, product } = upload
    const replaced = replaces_id === null ? undefined : await deleteImage(tx, replaces_id)
    await removal.queue(tx, [replaced])
    await moveToProduct(tx, productId, [id])
    await settlePlaces(tx, productId)
    if (product?.status !== 'draft') await changes.announce(tx, 'pages')
  }

  /** It was published while its photos were being prepared, and none of them could be. */
  async function tellOfNoPhoto(tx: Database, productId: string) {
    const product = await selectListing(tx, productId)
    if (!product) return
    await notifications.notify(tx, {
      to: [product.seller_id],
      type: 'system',
      content: `"${product.title}" is shown without a photo, since its photos could not be used. Add another one.`,
      actionUrl: `/edit-product/${productId}`,
    })
  }

  return {
    /** Its files are there. */
    show: (id: string, image: ProcessedImage): Promise<void> =>
      whileWaiting(id, async (tx, upload) => {
        await markPrepared(tx, id, image)
        if (upload.product_id !== null) await showInListing(tx, upload, upload.product_id)
      }),

    refuse: (id: string, error: ImageRefused): Promise<void> =>
      whileWaiting(id, async (tx, { product_id, product }) => {
        await markRefused(tx, id, pictureProblem(error))
        if (product_id === null) return
        await settlePlaces(tx, product_id)
        const isBare = !(await selectPhotos(tx, product_id)).some(({ state }) => state !== 'refused')
        if (isBare && product && product.status !== 'draft') await tellOfNoPhoto(tx, product_id)
      }),
  }
}
