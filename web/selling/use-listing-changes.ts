import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { OwnProductCard } from '#contract/selling.ts'
import { useApi } from '#web/api/api-context.ts'
import { reasonOf, statusOf } from '#web/api/client.ts'
import { keptFiles } from '#web/photos/kept-files.ts'
import { showToast } from '#web/ui/toast.ts'
import { ownProductsKey } from './dashboard-queries.ts'
import { forgetListing, keepListing, type KeptListing, keptListing, keptOfProduct } from './kept-listings.ts'
import { photoGroupOf } from './photo-group.ts'
import { takeBack } from './take-back.ts'

export type PublishedStatus = Exclude<OwnProductCard['status'], 'draft'>

interface Page {
  items: OwnProductCard[]
  nextCursor: string | null
}

const DONE: Record<PublishedStatus, string> = {
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

/** The public pages that this browser knows are out of date; so may the own lists be. */
function askAfresh(queryClient: QueryClient, personId: string, productId: string): void {
  const keys = [
    ownProductsKey(personId),
    ['own-product', personId, productId],
    ['product', productId],
    ['seller-products', personId],
    ['featured'],
    ['search'],
  ]
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
}

/** What could not be deleted goes on as it was. */
function waitAsBefore(personId: string, { key, publishing }: KeptListing): void {
  const now = keptListing(personId, key)
  if (now) keepListing(personId, { ...now, publishing })
}

/** What a seller does with a listing on the dashboard. What fails throws, unless told otherwise. */
export function useListingChanges(personId: string) {
  const api = useApi()
  const queryClient = useQueryClient()

  async function setStatus(listing: OwnProductCard, status: PublishedStatus, buyerId?: string) {
    await api.call('setProductStatus', {
      params: { id: listing.id },
      body: { status, buyerId: buyerId ?? null },
    })
    changeKnown(queryClient, personId, (known) => (known.id === listing.id ? { ...known, status } : known))
    askAfresh(queryClient, personId, listing.id)
    showToast(DONE[status])
  }

  return {
    setStatus,
    /** Seen at once; when the server refuses, it is as it was and the seller is told. */
    async makeAvailable(listing: OwnProductCard) {
      const showAs = (status: PublishedStatus) =>
        changeKnown(queryClient, personId, (known) =>
          known.id === listing.id ? { ...known, status } : known,
        )
      showAs('available')
      try {
        await setStatus(listing, 'available')
      } catch (error) {
        showAs(listing.status as PublishedStatus)
        showToast('Failed to update the listing. Please try again.', reasonOf(error))
        askAfresh(queryClient, personId, listing.id)
      }
    },
    async remove(listing: OwnProductCard) {
      const kept = keptOfProduct(personId, listing.id)
      if (kept) await takeBack(personId, kept.key)
      try {
        await api.call('deleteProduct', { params: { id: listing.id } })
      } catch (error) {
        // Gone already, as from another device: that is what was asked for.
        if (statusOf(error) !== 404) {
          if (kept) waitAsBefore(personId, kept)
          throw error
        }
      }
      if (kept) forgetListing(personId, kept.key)
      for (const key of [listing.id, ...(kept ? [kept.key] : [])]) {
        void keptFiles.forgetGroup(photoGroupOf(personId, key))
      }
      changeKnown(queryClient, personId, (known) => (known.id === listing.id ? null : known))
      askAfresh(queryClient, personId, listing.id)
      showToast(listing.status === 'draft' ? 'Draft deleted' : 'Product deleted')
    },
  }
}
