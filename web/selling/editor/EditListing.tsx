import type { Category } from '#contract/catalog/catalog.ts'
import { ListingOutline, OpenListing } from './OpenListing.tsx'
import { useStoredListings } from '#web/selling/drafts/use-stored-listings.ts'
import { useWaiting } from '#web/selling/drafts/use-waiting.ts'
import { SentListing, WaitingListing } from '#web/selling/drafts/WaitingListing.tsx'

interface EditListingProps {
  personId: string
  productId: string
  categories: readonly Category[]
}

/** A listing with an address of its own: a draft or a published one. */
export function EditListing({ personId, productId, categories }: EditListingProps) {
  const stored = useStoredListings(personId)
  const own = stored?.find((listing) => listing.productId === productId)
  const { state, cancel } = useWaiting(personId, own, productId)
  if (!stored) return <ListingOutline />
  if (state === 'sent') return <SentListing />
  if (own && state)
    return <WaitingListing listing={own} isStopping={state === 'stopping'} onChange={cancel} />
  return <OpenListing personId={personId} productId={productId} stored={own} categories={categories} />
}
