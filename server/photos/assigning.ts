import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { type PhotoRow, selectHome, selectPhotos } from './queries.ts'
import { settlePlaces } from './reading.ts'
import { countedPhotos, requireRoom } from './rules.ts'
import type { SellerChanges } from './seller-changes.ts'
import { moveToProduct, placeUpload, selectLoose } from './upload-queries.ts'

/** Makes an empty draft of this person's and returns its id. */
export type BeginDraft = (tx: Database, sellerId: string) => Promise<string>

export interface Assignment {
  photos: string[]
  /** Null: a new draft. */
  productId: string | null
}

/** The listing that these photos were given to, when the answer to that was lost and it is asked again. */
async function givenAlready(tx: Database, sellerId: string, ids: string[], productId: string | null) {
  const homes = await Promise.all(ids.map((id) => selectHome(tx, sellerId, id)))
  const found = new Set(homes.map((home) => home?.product_id))
  const [only] = found
  return found.size === 1 && (productId === null || only === productId) ? (only ?? undefined) : undefined
}

/** Behind the photos that the listing has. Those that are not prepared yet come to it once they are. */
async function give(tx: Database, productId: string, chosen: PhotoRow[]) {
  const present = countedPhotos(await selectPhotos(tx, productId))
  requireRoom(present.length + chosen.length, false)
  for (const [index, { id }] of chosen.entries()) await placeUpload(tx, id, productId, present.length + index)
  const ready = chosen.filter(({ state }) => state === 'ready').map(({ id }) => id)
  await moveToProduct(tx, productId, ready)
  await settlePlaces(tx, productId)
}

/** Gives loose photos to a listing, or to a new draft; returns its id. */
export const photoAssigning =
  (change: SellerChanges) =>
  (sellerId: string, { photos, productId }: Assignment, beginDraft: BeginDraft): Promise<string> =>
    change.within(sellerId, async (tx) => {
      const ids = [...new Set(photos)]
      const loose = await selectLoose(tx, sellerId)
      const chosen = ids.flatMap((id) => loose.find((row) => row.id === id && row.state !== 'refused') ?? [])
      if (chosen.length < ids.length) {
        const given = await givenAlready(tx, sellerId, ids, productId)
        if (given === undefined) throw new AppError('photo-not-found')
        return given
      }
      requireRoom(ids.length, false)
      const id = productId ?? (await beginDraft(tx, sellerId))
      const product = await change.requireOwn(tx, sellerId, id)
      await give(tx, product.id, chosen)
      await change.tellIfPublic(tx, product)
      return product.id
    })
