import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError, statusOf } from '#web/platform/api/client.ts'
import { deleteGroups } from '#web/photos/uploading/unsent-photos.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { refusalWords } from '#web/selling/drafts/conflict-words.ts'
import { ownProductsKey } from './queries.ts'
import {
  deleteListing,
  findListing,
  listListings,
  type StoredListing,
  storedListings,
  storeListing,
} from '#web/selling/drafts/stored-listings.ts'
import { listingPhotoGroup } from '#web/selling/editor/photo-group.ts'
import { cancelSending } from '#web/selling/drafts/listing-queue.ts'

export type PublishedStatus = Exclude<OwnProductCard['status'], 'draft' | 'held'>

interface Page {
  items: OwnProductCard[]
  nextCursor: string | null
}

const STATUS_TOASTS: Record<PublishedStatus, string> = {
  sold: 'Marked as sold',
  reserved: 'Marked as reserved',
  available: 'Available again',
}

function changeKnown(
  queryClient: QueryClient,
  personId: string,
  change: (known: OwnProductCard) => OwnProductCard | null,
): void {
  queryClient.setQueriesData<InfiniteData<Page>>(
    { queryKey: ownProductsKey(personId) },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          items: page.items.map(change).filter((item) => item !== null),
        })),
      },
  )
}

/** Refetches the public pages and the person's own lists, which may be out of date. */
function invalidateListing(queryClient: QueryClient, personId: string, productId: string): void {
  const keys = [
    ownProductsKey(personId),
    ['own-product', personId, productId],
    ['product', productId],
    ['seller-products', personId],
    ['featured'],
    ['home-rows'],
    ['search'],
  ]
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
}

const findCurrent = (error: unknown) => (error instanceof ApiError ? error.current : undefined)

const patchCard =
  (id: string, change: Partial<OwnProductCard>) =>
  (known: OwnProductCard): OwnProductCard =>
    known.id === id ? { ...known, ...change } : known

/** If the listing was changed elsewhere, shows its current state, so that the next decision is based on that. */
async function refreshOnConflict<Result>(
  queryClient: QueryClient,
  { personId, id }: { personId: string; id: string },
  deciding: Promise<Result>,
): Promise<Result> {
  try {
    return await deciding
  } catch (error) {
    const current = findCurrent(error)
    if (current) {
      const { status, version } = current
      changeKnown(queryClient, personId, patchCard(id, { status, version }))
      invalidateListing(queryClient, personId, id)
    }
    throw error
  }
}

/** A listing that could not be deleted waits again as before. */
function restoreDelivery(personId: string, { key, delivery }: StoredListing): void {
  const now = findListing(personId, key)
  if (now) void storeListing(personId, { ...now, delivery })
}

/** A seller's actions for a listing on the dashboard. Failures throw unless a comment says otherwise. */
export function useListingChanges(personId: string) {
  const api = useApi()
  const queryClient = useQueryClient()

  async function setStatus(listing: OwnProductCard, status: PublishedStatus, buyerId?: string) {
    const { version } = await refreshOnConflict(
      queryClient,
      { personId, id: listing.id },
      api.call('setProductStatus', {
        params: { id: listing.id },
        body: { version: listing.version, status, buyerId: buyerId ?? null },
      }),
    )
    changeKnown(queryClient, personId, patchCard(listing.id, { status, version }))
    invalidateListing(queryClient, personId, listing.id)
    showToast(STATUS_TOASTS[status])
  }

  return {
    setStatus,
    /** Shows the change at once; if the server refuses it, restores the status and shows a toast. */
    async makeAvailable(listing: OwnProductCard) {
      const showAs = (status: PublishedStatus) =>
        changeKnown(queryClient, personId, patchCard(listing.id, { status }))
      showAs('available')
      try {
        await setStatus(listing, 'available')
      } catch (error) {
        if (!findCurrent(error)) showAs(listing.status as PublishedStatus)
        showToast('Failed to update the listing. Please try again.', refusalWords(error))
        invalidateListing(queryClient, personId, listing.id)
      }
    },
    async remove(listing: OwnProductCard) {
      await storedListings.load()
      const stored = listListings(personId).find(({ productId }) => productId === listing.id)
      if (stored) await cancelSending(personId, stored.key)
      try {
        const query = { version: String(listing.version) }
        const deleting = api.call('deleteProduct', { params: { id: listing.id }, query })
        await refreshOnConflict(queryClient, { personId, id: listing.id }, deleting)
      } catch (error) {
        // Someone deleted it already, as on another device: the result is the same.
        if (statusOf(error) !== 404) {
          if (stored) restoreDelivery(personId, stored)
          throw error
        }
      }
      if (stored) await deleteListing(stored.key)
      for (const key of [listing.id, ...(stored ? [stored.key] : [])]) {
        void deleteGroups((group) => group === listingPhotoGroup(personId, key))
      }
      changeKnown(queryClient, personId, (known) => (known.id === listing.id ? null : known))
      invalidateListing(queryClient, personId, listing.id)
      showToast(listing.status === 'draft' ? 'Draft deleted' : 'Product deleted')
    },
  }
}
