import type { QueryClient } from '@tanstack/react-query'
import { PROBLEMS } from '#contract/problem.ts'
import { type ApiClient, ApiError } from '#web/api/client.ts'
import { oncePhotos, preparedPhotos } from '#web/photos/await-photos.ts'
import { isPrepared, type PhotosState } from '#web/photos/photo-entries.ts'
import { createUploader } from '#web/photos/use-photo-uploads.ts'
import { showToast } from '#web/ui/toast.ts'
import { DraftSaver } from './draft-saver.ts'
import { forgetListing, type KeptListing, keptListings } from './kept-listings.ts'
import { ListingFields, publishable } from './listing-values.ts'
import { photosOf } from './photos-of.ts'
import { forgetMarket, publishListing } from './publish-listing.ts'

/** One tab sends at a time. */
const LOCK = 'sankofa.listing-outbox'

const PUBLISHED_ELSEWHERE =
  'It was published elsewhere with other words. Open it and choose which ones should stay.'

interface WaitingParts {
  api: ApiClient
  queryClient: QueryClient
  personId: string
  /** Tests send other photos than a browser's own database holds. */
  sendPhotos?: (api: ApiClient, personId: string, saver: DraftSaver) => Promise<PhotosState>
}

/** Sends the photos that this phone keeps of a listing. */
async function sendKeptPhotos(api: ApiClient, personId: string, saver: DraftSaver): Promise<PhotosState> {
  const uploader = createUploader(api, { current: photosOf({ api, personId, saver, photos: [] }) })
  try {
    await uploader.open()
    // Their order may mix with photos that the server has already.
    await uploader.refresh()
    await oncePhotos(uploader, ({ isBusy, isWaiting }) => !isBusy || isWaiting)
    const state = await preparedPhotos(uploader)
    // Nobody sees a listing without a picture.
    return isPrepared(state.entries) ? state : { ...state, isWaiting: true }
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

const isPassing = ({ status }: ApiError) => status === 0 || status === 401 || status === 429 || status >= 500

/** What the server says is wrong, in one line. */
const reasonOf = ({ code, fields, message }: ApiError) =>
  code === 'already-published' ? PUBLISHED_ELSEWHERE : (fields[0]?.message ?? message)

async function send(parts: WaitingParts, saver: DraftSaver): Promise<void> {
  const { api, personId, sendPhotos = sendKeptPhotos } = parts
  const form = publishable(ListingFields.parse(saver.kept().values))
  await saver.flush()
  const photos = await sendPhotos(api, personId, saver)
  const { entries, isWaiting } = photos
  if (isWaiting) throw new ApiError(0)
  const missing = missingPhotos(saver.kept().photos ?? [], photos)
  if (missing) throw unusable(missing)
  const failed = entries.find(({ state }) => state === 'error')
  if (failed) throw unusable(`${failed.name}: ${failed.message ?? 'This photo could not be sent.'}`)
  await publishListing(api, saver, form)
}

/** False when there is no use in trying the others now. */
async function sendListing(parts: WaitingParts, listing: KeptListing): Promise<boolean> {
  const { api, queryClient, personId } = parts
  const saver = new DraftSaver(api, personId, listing)
  try {
    await send(parts, saver)
  } catch (error) {
    const refusal = error instanceof ApiError ? error : new ApiError(422, PROBLEMS['invalid-input'].message)
    if (isPassing(refusal)) return false
    saver.note({ publishing: 'refused', message: reasonOf(refusal) })
    showToast('Your listing could not go online', reasonOf(refusal))
    return true
  }
  forgetListing(personId, listing.key)
  forgetMarket(queryClient)
  showToast('Your listing is online', listing.values.title)
  return true
}

async function sendAll(parts: WaitingParts): Promise<void> {
  const waiting = keptListings(parts.personId).filter(({ publishing }) => publishing === 'waiting')
  // In the order in which they were written.
  for (const listing of waiting.toReversed()) {
    if (!navigator.onLine || !(await sendListing(parts, listing))) return
  }
}

/**
 * Puts on the market what was finished without a network. A listing is published once, however often this is tried;
 * one that the server refuses stays on this phone with the reason.
 */
export async function sendWaitingListings(parts: WaitingParts): Promise<void> {
  if (!navigator.locks) return sendAll(parts)
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await sendAll(parts)
  })
}
