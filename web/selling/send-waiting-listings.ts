import type { QueryClient } from '@tanstack/react-query'
import { PROBLEMS } from '#contract/problem.ts'
import { isSignedInAs } from '#web/accounts/signed-in-as.ts'
import { type ApiClient, ApiError } from '#web/api/client.ts'
import { isFault, isPassing } from '#web/api/is-passing.ts'
import { oncePhotos, preparedPhotos } from '#web/photos/await-photos.ts'
import { isPrepared, type PhotoEntry, type PhotosState } from '#web/photos/photo-entries.ts'
import { createUploader } from '#web/photos/use-photo-uploads.ts'
import { showToast } from '#web/ui/toast.ts'
import { DraftSaver } from './draft-saver.ts'
import {
  forgetListing,
  keepListing,
  type KeptListing,
  keptListing,
  keptListings,
  onKeptListings,
} from './kept-listings.ts'
import { OUTBOX_LOCK, whileSending } from './listing-outbox-lock.ts'
import { ListingFields, publishable } from './listing-values.ts'
import { photosOf } from './photos-of.ts'
import { forgetMarket, publishListing } from './publish-listing.ts'
import { saysOtherwise } from './says-otherwise.ts'

const PUBLISHED_ELSEWHERE =
  'It was published elsewhere with other words. Open it and choose which ones should stay.'

/** Then the server fails with the listing each time: nothing is gained by sending its photos once more. */
const FAULTS_MAX = 5

interface WaitingParts {
  api: ApiClient
  queryClient: QueryClient
  personId: string
  /** Tests send other photos than a browser's own database holds. */
  sendPhotos?: typeof sendKeptPhotos
}

/** Sends the photos that this phone keeps of a listing. */
async function sendKeptPhotos(
  { api, personId }: WaitingParts,
  saver: DraftSaver,
  signal: AbortSignal,
): Promise<PhotosState> {
  const uploader = createUploader(api, { current: photosOf({ api, personId, saver, photos: [] }) })
  signal.addEventListener('abort', () => uploader.close())
  try {
    await uploader.open()
    // Their order may mix with photos that the server has already.
    await uploader.refresh()
    await oncePhotos(uploader, ({ isBusy, isWaiting }) => !isBusy || isWaiting)
    return await preparedPhotos(uploader)
  } finally {
    uploader.close()
  }
}

/** Fewer than the seller chose are not sent in silence. */
function missingPhotos(expected: readonly string[], { entries }: PhotosState): string | undefined {
  const missing = expected.filter((key) => entries.every((entry) => entry.key !== key)).length
  if (missing === 0) return undefined
  const are = missing === 1 ? 'is' : 'are'
  return `${missing} of ${expected.length} photos ${are} no longer on this device. Add ${missing === 1 ? 'it' : 'them'} again.`
}

const unusable = (message: string) => new ApiError(422, { code: 'picture-unusable', message, requestId: '' })

const failureOf = ({ name, message }: PhotoEntry) => `${name}: ${message ?? 'This photo could not be sent.'}`

/** What the server says is wrong, in one line. */
const reasonOf = ({ code, fields, message }: ApiError) =>
  code === 'already-published' ? PUBLISHED_ELSEWHERE : (fields[0]?.message ?? message)

/** Whether a listing still waits as it was when it began to be sent. */
const isAsItWas = (personId: string, { key, changedAt }: KeptListing) => {
  const now = keptListing(personId, key)
  return now?.publishing === 'waiting' && now.changedAt === changedAt
}

/** Keeps what came of sending. Of one that was changed or taken back meanwhile only what the server made of it. */
function keepSent(personId: string, listing: KeptListing): boolean {
  if (isAsItWas(personId, listing)) return keepListing(personId, listing)
  const now = keptListing(personId, listing.key)
  const { productId, version } = listing
  return now === undefined || keepListing(personId, { ...now, productId, version })
}

/** The listing is not to be sent any more, or not as this. */
class TakenBack extends Error {}

/** Sends the photos, and stops in the middle when the listing is changed or taken back. */
async function photosSent(parts: WaitingParts, saver: DraftSaver): Promise<PhotosState> {
  const { personId, sendPhotos = sendKeptPhotos } = parts
  const abort = new AbortController()
  const { promise: takenBack, reject } = Promise.withResolvers<never>()
  const look = () => {
    if (isAsItWas(personId, saver.kept())) return
    abort.abort()
    reject(new TakenBack())
  }
  const stop = onKeptListings(look)
  try {
    look()
    const photos = await Promise.race([sendPhotos(parts, saver, abort.signal), takenBack])
    if (!isSignedInAs(personId)) throw new ApiError(401)
    return photos
  } finally {
    stop()
  }
}

async function send(parts: WaitingParts, saver: DraftSaver): Promise<void> {
  const form = publishable(ListingFields.parse(saver.kept().values))
  await saver.flush()
  // What turned out to be another browser's gets no photos of this one.
  if (saysOtherwise(saver.read().refusal)) return publishListing(parts.api, saver, form)
  const photos = await photosSent(parts, saver)
  const { entries, isWaiting } = photos
  const faulty = entries.find((entry) => entry.isFault)
  if (faulty) throw new ApiError(500, failureOf(faulty))
  if (isWaiting) throw new ApiError(0)
  // Nobody sees a listing without a picture. The server had no time for it, and may have some for the next.
  if (!isPrepared(entries) || entries.some((entry) => entry.isPassing)) throw new ApiError(503)
  const missing = missingPhotos(saver.kept().photos ?? [], photos)
  if (missing) throw unusable(missing)
  const failed = entries.find(({ state }) => state === 'error')
  if (failed) throw unusable(failureOf(failed))
  return publishListing(parts.api, saver, form)
}

/** What follows when the listing did not go online. False when there is no use in trying the others now. */
function settleFailure(
  personId: string,
  saver: DraftSaver,
  listing: KeptListing,
  refusal: ApiError,
): boolean {
  if (refusal.status === 0 || refusal.status === 401) return false
  if (!isAsItWas(personId, listing)) return true
  const faults = (saver.kept().faults ?? 0) + Number(isFault(refusal))
  if (isPassing(refusal) && faults < FAULTS_MAX) {
    saver.note({ faults })
    return true
  }
  saver.note({ publishing: 'refused', message: reasonOf(refusal), faults: 0 })
  showToast('Your listing could not go online', reasonOf(refusal))
  return true
}

/** False when there is no use in trying the others now. */
async function sendListing(parts: WaitingParts, listing: KeptListing): Promise<boolean> {
  const { api, queryClient, personId } = parts
  const saver = new DraftSaver(api, personId, listing, keepSent)
  try {
    await send(parts, saver)
  } catch (error) {
    if (error instanceof TakenBack) return true
    const refusal = error instanceof ApiError ? error : new ApiError(422, PROBLEMS['invalid-input'].message)
    return settleFailure(personId, saver, listing, refusal)
  }
  // Words that came too late for it are a change of the published listing.
  if (keptListing(personId, listing.key)?.changedAt === listing.changedAt)
    forgetListing(personId, listing.key)
  forgetMarket(queryClient)
  showToast('Your listing is online', listing.values.title)
  return true
}

async function sendAll(parts: WaitingParts): Promise<void> {
  const { personId } = parts
  // In the order in which they were written.
  for (const { key } of keptListings(personId).toReversed()) {
    const goesOn = await whileSending(key, async () => {
      // As it is by now: sending the one before may have taken minutes.
      const listing = keptListing(personId, key)
      if (listing?.publishing !== 'waiting') return true
      return navigator.onLine && isSignedInAs(personId) && sendListing(parts, listing)
    })
    if (!goesOn) return
  }
}

/**
 * Puts on the market what was finished without a network. A listing is published once, however often this is tried;
 * one that the server refuses stays on this phone with the reason.
 */
export async function sendWaitingListings(parts: WaitingParts): Promise<void> {
  if (!navigator.locks) return sendAll(parts)
  return navigator.locks.request(OUTBOX_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await sendAll(parts)
  })
}
