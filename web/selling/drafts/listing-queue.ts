import type { QueryClient } from '@tanstack/react-query'
import { isSignedInAs } from '#web/accounts/sessions/signed-in-as.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import { createFailureJudge } from '#web/platform/offline/judge-failure.ts'
import { Queue, whenIdle } from '#web/platform/offline/queue.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import type * as sending from './send-listing.ts'
import { findListing, storedListings, storeListing, type StoredListingRow } from './stored-listings.ts'

const NAME = 'listings'
const PAUSES_MS = [2000, 5000, 15_000, 30_000, 60_000]
/** After this many server errors, sending the photos again gains nothing. */
const FAULTS_MAX = 5

export interface ListingQueueOptions {
  api: ApiClient
  queryClient: QueryClient
  personId: string
  /** Loads the code that sends a listing; tests replace how photos are sent. */
  loadSend?: () => Promise<Pick<typeof sending, 'sendListing'>>
}

/** The queue runs on every page, so the form's code is loaded only if a listing waits. */
const loadSendListing = () => import('./send-listing.ts')

/** Publishes the listings that were finished without a network, in the order in which they were written. */
export function createListingQueue({ loadSend = loadSendListing, ...options }: ListingQueueOptions) {
  const { personId } = options
  return new Queue<StoredListingRow>({
    name: NAME,
    rows: storedListings,
    isOwn: (row) => row.personId === personId && isSignedInAs(personId),
    subjectOf: ({ key }) => key,
    orderOf: ({ changedAt }) => changedAt,
    isSerial: true,
    isFollowing: true,
    judge: createFailureJudge(PAUSES_MS, FAULTS_MAX),
    async send(listing, { signal }) {
      const offline = () => {
        throw new ApiError(0)
      }
      if (!navigator.onLine) offline()
      const loaded = await loadSend().catch(offline)
      await loaded.sendListing({ ...options, signal }, listing)
    },
    onRefused: ({ reason }) => showToast('Your listing could not go online', reason ?? undefined),
  })
}

export const whenNotSending = (key: string): Promise<void> => whenIdle(NAME, key)

/**
 * Stops a listing from being sent. Once this resolves, no tab is sending it. It may have gone online at the last
 * moment; then it is not stored any more.
 */
export async function cancelSending(personId: string, key: string): Promise<void> {
  const listing = findListing(personId, key)
  if (listing) await storeListing(personId, { ...listing, delivery: null, reason: null })
  await whenNotSending(key)
}
