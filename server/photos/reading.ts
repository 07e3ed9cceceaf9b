import type { OwnPhoto } from '#contract/photo-uploads.ts'
import type { Database } from '#server/db/connect.ts'
import type { PhotoSigner } from '#server/http/photo-signer.ts'
import { type PhotoRow, selectHome, selectOwnProduct, selectPhotos, updatePlaces } from './queries.ts'
import { countedPhotos, placesOf, shownPhotos, toOwnPhoto } from './rules.ts'
import { selectLoose } from './upload-queries.ts'

export type PhotoReading = ReturnType<typeof photoReading>

/** Closes gaps among a listing's photos, and makes its first image primary. */
export async function settlePlaces(tx: Database, productId: string, ordered?: PhotoRow[]): Promise<void> {
  const photos = ordered ?? countedPhotos(await selectPhotos(tx, productId))
  await updatePlaces(tx, productId, placesOf(photos))
}

/** Photos as their seller sees them. */
export function photoReading(signer: PhotoSigner) {
  /** A draft's photos are for its seller alone. */
  const addressIn = (status: string) => (status === 'draft' ? signer.sign : (src: string) => src)

  async function photosOf(db: Database, sellerId: string, productId: string, choose: Choice) {
    const product = await selectOwnProduct(db, sellerId, productId)
    if (!product) return []
    return choose(await selectPhotos(db, productId)).map((row) => toOwnPhoto(row, addressIn(product.status)))
  }

  const loosePhotos = async (db: Database, sellerId: string): Promise<OwnPhoto[]> =>
    (await selectLoose(db, sellerId)).map((row) => toOwnPhoto(row, signer.sign))

  return {
    loosePhotos,
    ownPhotos: (db: Database, sellerId: string, productId: string): Promise<OwnPhoto[]> =>
      photosOf(db, sellerId, productId, shownPhotos),
    /** Undefined when it is not theirs, or not received yet. */
    async ownPhoto(db: Database, sellerId: string, id: string): Promise<OwnPhoto | undefined> {
      const home = await selectHome(db, sellerId, id)
      if (!home) return undefined
      const photos =
        home.product_id === null
          ? await loosePhotos(db, sellerId)
          : await photosOf(db, sellerId, home.product_id, (rows) => rows)
      return photos.find((photo) => photo.id === id)
    },
  }
}

type Choice = (rows: PhotoRow[]) => PhotoRow[]
