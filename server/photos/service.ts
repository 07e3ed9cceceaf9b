import type { OwnPhoto } from '#contract/photo-uploads.ts'
import type { Database } from '#server/db/connect.ts'
import { photoArranging } from './arranging.ts'
import { type Assignment, type BeginDraft, photoAssigning } from './assigning.ts'
import type { SentPhoto } from './attempts.ts'
import { cleanUpPhotos } from './clean-up.ts'
import type { PhotosParts } from './photos-parts.ts'
import { photoPreparation } from './preparation.ts'
import { deletePhotosOf, deletePhotosOfPerson, selectPhotos } from './queries.ts'
import { photoReading } from './reading.ts'
import { photoReceiving } from './receiving.ts'
import { photoRemoval } from './removal.ts'
import { countedPhotos } from './rules.ts'
import { sellerChanges } from './seller-changes.ts'

export interface PhotosService {
  /** A listing's photos in their order, as its seller sees them; none of a listing that is not theirs. */
  ownPhotos(db: Database, sellerId: string, productId: string): Promise<OwnPhoto[]>
  /** Takes away all photos of these listings: the rows now, their files by a job. */
  removeAll(tx: Database, productIds: string[]): Promise<void>
  /** The same of everything that a person has ever sent. */
  removeAllOfPerson(tx: Database, personId: string): Promise<void>
  /** Photos that are ready or on their way. Whoever locks the product's row first can rely on it. */
  countForPublishing(tx: Database, productId: string): Promise<number>
  /** The address of a photo that is not public, for whoever may see it; good for some hours. */
  signed(src: string): string

  /** Photos that belong to no listing yet. */
  loose(sellerId: string): Promise<OwnPhoto[]>
  takeTry(sellerId: string): Promise<void>
  receive(sellerId: string, sent: SentPhoto, pieces: AsyncIterable<Uint8Array>): Promise<OwnPhoto>
  arrange(sellerId: string, productId: string, ids: string[]): Promise<OwnPhoto[]>
  remove(sellerId: string, photoId: string): Promise<void>
  assign(sellerId: string, to: Assignment, beginDraft: BeginDraft): Promise<string>
  /** As each hour. */
  cleanUp(): Promise<void>
}

const EVERY_HOUR = '37 * * * *'

/** Photos of listings, from the first byte to the last file. */
export function photosService(parts: PhotosParts): PhotosService {
  const { db, jobs, signer } = parts
  const removal = photoRemoval(parts)
  const preparation = photoPreparation({ ...parts, removal })
  const reading = photoReading(signer)
  const change = sellerChanges(parts)
  const cleanUp = () => cleanUpPhotos({ ...parts, removal, preparation })
  jobs.schedule('photos-clean-up', EVERY_HOUR, cleanUp)

  return {
    ownPhotos: reading.ownPhotos,
    async removeAll(tx, productIds) {
      await removal.queue(tx, await deletePhotosOf(tx, productIds))
    },
    async removeAllOfPerson(tx, personId) {
      await removal.queue(tx, await deletePhotosOfPerson(tx, personId))
    },
    countForPublishing: async (tx, productId) => countedPhotos(await selectPhotos(tx, productId)).length,
    signed: (src) => signer.sign(src),
    loose: (sellerId) => reading.loosePhotos(db, sellerId),
    ...photoReceiving({ ...parts, removal, reading, preparation }),
    ...photoArranging({ change, removal, reading }),
    assign: photoAssigning(change),
    cleanUp,
  }
}
