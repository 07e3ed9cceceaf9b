import { LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { PROBLEMS } from '#contract/problem.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { PhotoUploadsOptions } from '#web/photos/uploading/use-photo-uploads.ts'
import type { DraftSaver } from '#web/selling/drafts/draft-saver.ts'
import { listingPhotoGroup } from './photo-group.ts'

interface ListingPhotos {
  api: ApiClient
  personId: string
  saver: DraftSaver
  /** The server's photos that are known so far. */
  photos: readonly OwnPhoto[]
}

/** Upload options for the photos of a listing; the first photo creates the draft. */
export const listingPhotoOptions = ({
  api,
  personId,
  saver,
  photos,
}: ListingPhotos): PhotoUploadsOptions => ({
  personId,
  group: listingPhotoGroup(personId, saver.listing().key),
  most: LISTING_PHOTOS_MAX,
  tooMany: PROBLEMS['too-many-images'].message,
  photos,
  product: () => saver.productId(),
  list: async () => (await api.call('getOwnProduct', { params: { id: await saver.productId() } })).photos,
})
