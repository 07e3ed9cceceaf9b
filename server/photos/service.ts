import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { isHidden } from '#server/products/visibility.ts'
import { announceIfPublic, type ChangeDeps, changePhotos, requireOwnProduct } from './changing.ts'
import {
  deleteAllPhotosOf,
  deletePhotosOf,
  type PhotoRow,
  selectIsPrepared,
  selectOwnPhoto,
  selectOwnProduct,
  selectPhotos,
  selectPrepared,
} from './queries.ts'
import { findAlikePhotos, findListedUploads, indexPhotos } from './matching.ts'
import { type ListedPhoto, selectCopies, selectListedBefore } from './matching-queries.ts'
import { enqueueFileRemoval } from './removal.ts'
import { renumberPhotos } from './renumbering.ts'
import { countedPhotos, requireRoom, shownPhotos } from './rules.ts'
import { assessPhotos } from './trick-codes.ts'
import { assignUpload, moveToProduct, selectUnassigned } from './upload-queries.ts'
import type { Photo } from '#contract/products.ts'
import type { StoredPhotos } from '#server/platform/images/encode-again.ts'

export { findAlikePhotos, assessPhotos, indexPhotos, selectCopies }

/** Photos whose files are in the storage. */
export const preparedPhotos: StoredPhotos = { list: selectPrepared, isUsed: selectIsPrepared }

const STATES = { image: 'ready', ready: 'ready', waiting: 'preparing', refused: 'refused' } as const

type OwnPhotoRow = Omit<PhotoRow, 'replaces_id' | 'position'>

const toPhoto = (row: OwnPhotoRow, addressOf: (src: string) => string): Photo => ({
  src: addressOf(row.image_url),
  width: row.width ?? 0,
  height: row.height ?? 0,
  thumbhash: row.thumbhash ?? '',
})

function listedBefore(photoId: string, listed: ListedPhoto[]): OwnPhoto['listedBefore'] {
  const other = listed.find(({ photo_id }) => photo_id === photoId)
  return other && { productId: other.product_id, title: other.title }
}

/** `addressOf` turns a photo's stored name into its address for the seller. */
const toOwnPhoto = (
  row: OwnPhotoRow,
  addressOf: (src: string) => string,
  listed: ListedPhoto[] = [],
): OwnPhoto => ({
  id: row.id,
  clientKey: row.client_key,
  fileName: row.file_name,
  state: STATES[row.state],
  photo: STATES[row.state] === 'ready' ? toPhoto(row, addressOf) : null,
  // The preparation writes only codes of the contract.
  refusal: row.refusal as OwnPhoto['refusal'],
  listedBefore: listedBefore(row.id, listed),
})

/** The signer gives sellers the addresses of photos that are not public: those of drafts and unassigned ones. */
type Deps = Pick<Context, 'signer'>

async function listPhotosOf(
  { signer }: Deps,
  tx: Database,
  { sellerId, productId }: { sellerId: string; productId: string },
  choose: (rows: PhotoRow[]) => PhotoRow[],
): Promise<OwnPhoto[]> {
  const product = await selectOwnProduct(tx, sellerId, productId)
  if (!product) return []
  const addressOf = isHidden(product.status) ? signer.sign : (src: string) => src
  const listed = await selectListedBefore(tx, productId)
  return choose(await selectPhotos(tx, productId)).map((row) => toOwnPhoto(row, addressOf, listed))
}

/** Photos in their order; none if the listing is not the seller's. */
export const listOwnPhotos = (
  ctx: Deps,
  tx: Database,
  listing: { sellerId: string; productId: string },
): Promise<OwnPhoto[]> => listPhotosOf(ctx, tx, listing, shownPhotos)

/** Unassigned photos, in the order in which they were sent. */
export const listUnassignedPhotos = async (
  { db, signer }: Deps & Pick<Context, 'db'>,
  { sellerId }: { sellerId: string },
): Promise<OwnPhoto[]> => toUnassigned({ db, signer }, sellerId, await selectUnassigned(db, sellerId))

async function toUnassigned(
  { db, signer }: Deps & Pick<Context, 'db'>,
  sellerId: string,
  rows: PhotoRow[],
): Promise<OwnPhoto[]> {
  const ready = rows.filter(({ state }) => state === 'ready').map(({ id }) => id)
  const listed = await findListedUploads(db, sellerId, ready)
  return rows.map((row) => toOwnPhoto(row, signer.sign, listed))
}

/** Returns undefined if it is not the seller's or not received yet. */
export async function findOwnPhoto(
  ctx: Deps & Pick<Context, 'db'>,
  { sellerId, id }: { sellerId: string; id: string },
): Promise<OwnPhoto | undefined> {
  const own = await selectOwnPhoto(ctx.db, sellerId, id)
  if (!own) return undefined
  const photos =
    own.product_id === null
      ? await toUnassigned(
          ctx,
          sellerId,
          (await selectUnassigned(ctx.db, sellerId)).filter((row) => row.id === id),
        )
      : await listPhotosOf(ctx, ctx.db, { sellerId, productId: own.product_id }, (rows) => rows)
  return photos.find((photo) => photo.id === id)
}

/** Counts photos that are ready or being prepared. Exact only while the product's row is locked. */
export const countPhotos = async (tx: Database, { productId }: { productId: string }): Promise<number> =>
  countedPhotos(await selectPhotos(tx, productId)).length

/** Deletes the rows now and queues the removal of their files. */
export async function deletePhotosOfProduct(
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { productId }: { productId: string },
): Promise<void> {
  await enqueueFileRemoval(ctx, tx, await deletePhotosOf(tx, productId))
}

/** Removes files that outlived their listing because a case needed them. */
export const removePhotos = (ctx: Pick<Context, 'jobs'>, tx: Database, urls: string[]): Promise<void> =>
  enqueueFileRemoval(
    ctx,
    tx,
    urls.map((image_url) => ({ image_url, attempt: null })),
  )

/** Deletes the rows of all photos that a person has sent, and queues the removal of their files. */
export async function deletePhotosOfSeller(
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { sellerId }: { sellerId: string },
): Promise<void> {
  await enqueueFileRemoval(ctx, tx, await deleteAllPhotosOf(tx, sellerId))
}

export interface PhotoAssignment {
  sellerId: string
  photoIds: string[]
  /** Null for a new draft. */
  productId: string | null
}

/** Finds the listing of these photos if the reply to the first call was lost and the call is repeated. */
async function findAssigned(tx: Database, { sellerId, photoIds, productId }: PhotoAssignment) {
  const photos = await Promise.all(photoIds.map((id) => selectOwnPhoto(tx, sellerId, id)))
  const found = new Set(photos.map((photo) => photo?.product_id))
  const [only] = found
  return found.size === 1 && (productId === null || only === productId) ? (only ?? undefined) : undefined
}

/** Adds photos after the listing's own. Those still being prepared follow once they are ready. */
async function appendPhotos(tx: Database, productId: string, chosen: PhotoRow[]): Promise<void> {
  const present = countedPhotos(await selectPhotos(tx, productId))
  requireRoom(present.length + chosen.length, { isAssigned: true })
  for (const [index, { id }] of chosen.entries())
    await assignUpload(tx, id, productId, present.length + index)
  const ready = chosen.filter(({ state }) => state === 'ready').map(({ id }) => id)
  await moveToProduct(tx, productId, ready)
  await renumberPhotos(tx, productId)
}

/**
 * Moves unassigned photos to a listing, or to a new draft that `createDraft` makes in the same transaction.
 * Returns the listing's id. Throws photo-not-found, product-not-found, too-many-images.
 */
export const assignPhotos = (
  ctx: ChangeDeps,
  assignment: PhotoAssignment,
  createDraft: (tx: Database) => Promise<string>,
): Promise<string> =>
  changePhotos(ctx, assignment.sellerId, async (tx) => {
    const { sellerId } = assignment
    const photoIds = [...new Set(assignment.photoIds)]
    const unassigned = await selectUnassigned(tx, sellerId)
    const chosen = photoIds.flatMap(
      (id) => unassigned.find((row) => row.id === id && row.state !== 'refused') ?? [],
    )
    if (chosen.length < photoIds.length) {
      const assigned = await findAssigned(tx, { ...assignment, photoIds })
      if (assigned === undefined) throw new AppError('photo-not-found')
      return assigned
    }
    requireRoom(photoIds.length, { isAssigned: true })
    const productId = assignment.productId ?? (await createDraft(tx))
    const product = await requireOwnProduct(tx, { sellerId, productId })
    await appendPhotos(tx, product.id, chosen)
    if (product.status !== 'draft') await assessPhotos(ctx, tx, { productId: product.id })
    await announceIfPublic(ctx, tx, product)
    return product.id
  })
