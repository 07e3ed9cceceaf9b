import type { Category } from '#contract/catalog.ts'
import { OpenListing } from './OpenListing.tsx'
import { useKeptListings } from './use-kept-listings.ts'
import { useWaited } from './use-waited.ts'
import { SentListing, WaitingListing } from './WaitingListing.tsx'

interface EditListingProps {
  personId: string
  productId: string
  categories: readonly Category[]
}

/** A listing that has an address of its own: a draft or a published one. */
export function EditListing({ personId, productId, categories }: EditListingProps) {
  const own = useKeptListings(personId).find((listing) => listing.productId === productId)
  const { state, takeBack } = useWaited(personId, own, productId)
  if (state === 'sent') return <SentListing />
  if (own && state)
    return <WaitingListing listing={own} isStopping={state === 'stopping'} onChange={takeBack} />
  return <OpenListing personId={personId} productId={productId} kept={own} categories={categories} />
}
