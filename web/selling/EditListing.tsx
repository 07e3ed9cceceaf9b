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
  const waited = useWaited(own, productId)
  if (waited === 'sent') return <SentListing />
  if (own && waited) return <WaitingListing personId={personId} listing={own} />
  return <OpenListing personId={personId} productId={productId} kept={own} categories={categories} />
}
