import type { QueryClient } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { isSignedInAs } from '#web/accounts/sessions/signed-in-as.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import { whenPhotos, whenPrepared } from '#web/photos/uploading/await-photos.ts'
import { isPrepared, type PhotoEntry, type PhotosState } from '#web/photos/photo-entries.ts'
import { createUploader } from '#web/photos/uploading/use-photo-uploads.ts'
import { showPublished } from '#web/selling/published/published-toast.ts'
import { DraftSaver } from './draft-saver.ts'
import { createRefusal, isEditConflict } from './edit-conflict.ts'
import { publishListing, refreshMarket } from './publish-listing.ts'
import { findListing, storeListing, type StoredListing } from './stored-listings.ts'
import { ListingFields, publishable } from '#web/selling/editor/listing-values.ts'
import { listingPhotoOptions } from '#web/selling/editor/listing-photo-options.ts'

const PUBLISHED_ELSEWHERE =
  'Another version of it was published elsewhere. Open it and choose which one to keep.'

interface SendOptions {
  api: ApiClient
  queryClient: QueryClient
  personId: string
  /** Aborted when the listing is changed or no longer to be sent. */
  signal: AbortSignal
  sendPhotos?: (options: SendOptions, saver: DraftSaver) => Promise<PhotosState>
}

async function sendStoredPhotos(
  { api, personId, signal }: SendOptions,
  saver: DraftSaver,
): Promise<PhotosState> {
  const uploader = createUploader(api, { current: listingPhotoOptions({ api, personId, saver, photos: [] }) })
  signal.addEventListener('abort', () => uploader.close())
  try {
    await uploader.open()
    // Their order may include photos that the server already has.
    await uploader.refresh()
    await whenPhotos(uploader, ({ isBusy, isWaiting }) => !isBusy || isWaiting)
    return await whenPrepared(uploader)
  } finally {
    uploader.close()
  }
}

/** A message if some photos are missing: a listing is not sent with fewer photos than the seller chose. */
function missingPhotos(expected: readonly string[], { entries }: PhotosState): string | undefined {
  const missing = expected.filter((key) => entries.every((entry) => entry.key !== key)).length
  if (missing === 0) return undefined
  const are = missing === 1 ? 'is' : 'are'
  return `${missing} of ${expected.length} photos ${are} no longer on this device. Add ${missing === 1 ? 'it' : 'them'} again.`
}

const failureText = ({ name, message }: PhotoEntry) =>
  `${isolated(name)}: ${message ?? 'This photo could not be sent.'}`

/** Sends the photos, and stops in the middle if the listing is changed or no longer to be sent. */
async function sendPhotos(options: SendOptions, saver: DraftSaver): Promise<PhotosState> {
  const { personId, signal } = options
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason as Error)
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    const photos = await Promise.race([(options.sendPhotos ?? sendStoredPhotos)(options, saver), aborted])
    if (!isSignedInAs(personId)) throw new ApiError(401)
    return photos
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function send(options: SendOptions, saver: DraftSaver): Promise<OwnProduct> {
  const form = publishable(ListingFields.parse(saver.listing().values))
  await saver.flush()
  // A listing of another browser gets no photos from this one.
  if (isEditConflict(saver.read().refusal)) return publishListing(options.api, saver, form)
  const photos = await sendPhotos(options, saver)
  const { entries, isWaiting } = photos
  const faulty = entries.find((entry) => entry.isFault)
  if (faulty) throw new ApiError(500, failureText(faulty))
  if (isWaiting) throw new ApiError(0)
  // A listing must have a picture before people see it. A busy server may accept the photos at the next attempt.
  if (!isPrepared(entries) || entries.some((entry) => entry.isPassing)) throw new ApiError(503)
  const missing = missingPhotos(saver.listing().photos ?? [], photos)
  if (missing) throw createRefusal('picture-unusable', missing)
  const failed = entries.find(({ state }) => state === 'error')
  if (failed) throw createRefusal('picture-unusable', failureText(failed))
  return publishListing(options.api, saver, form)
}

/** The reason of a refusal for the seller, in one line. */
function toRefusal(error: unknown): ApiError {
  if (!(error instanceof ApiError)) return createRefusal('invalid-input')
  return error.code === 'already-published' ? createRefusal('already-published', PUBLISHED_ELSEWHERE) : error
}

/** Publishes a listing once, however often it is tried. */
export async function sendListing(options: SendOptions, listing: StoredListing): Promise<void> {
  const { api, queryClient, personId, signal } = options
  /** If the listing was changed or taken back, stores only its id and version from the server. */
  async function storeSent(_: string, sent: StoredListing): Promise<boolean> {
    const now = findListing(personId, sent.key)
    if (!now) return true
    const isAsItWas = now.delivery === 'waiting' && now.changedAt === sent.changedAt
    const { productId, version } = sent
    return storeListing(personId, isAsItWas ? sent : { ...now, productId, version })
  }
  let published: OwnProduct
  try {
    published = await send(options, new DraftSaver(api, personId, listing, storeSent))
  } catch (error) {
    throw signal.aborted ? error : toRefusal(error)
  }
  refreshMarket(queryClient)
  showPublished(published, listing.values.title)
}
