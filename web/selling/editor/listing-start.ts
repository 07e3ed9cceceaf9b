import type { OwnProduct } from '#contract/selling/selling.ts'
import { EMPTY_LISTING, type ListingValues } from './blank-listing.ts'
import type { StoredListing } from '#web/selling/drafts/stored-listings.ts'
import { sameListing, valuesOf } from './listing-values.ts'

/** With what is likely to be as it was in the seller's last one. */
export const newListing = (
  key: string = crypto.randomUUID(),
  likely: Partial<ListingValues> = {},
): StoredListing => ({
  key,
  productId: null,
  isPublished: false,
  version: null,
  values: { ...EMPTY_LISTING, ...likely },
  isSaved: true,
  delivery: null,
  reason: null,
  changedAt: Date.now(),
})

/** A new draft with the words of one that is gone. */
export const begunAnew = ({ values, changedAt }: StoredListing): StoredListing => ({
  ...newListing(),
  values,
  isSaved: false,
  changedAt,
})

/** What the form begins with: the server's listing, or what this browser has that the server has not. */
export function startOf(product: OwnProduct, stored: StoredListing | undefined): StoredListing {
  const { id, version, status } = product
  const values = valuesOf(product)
  const fromServer = { productId: id, isPublished: status !== 'draft', version, values, isSaved: true }
  if (!stored) return { ...newListing(id), changedAt: Date.parse(product.updatedAt), ...fromServer }
  const isSame = sameListing(stored.values, values)
  // The open details of a template are on this phone alone.
  if (stored.isSaved || isSame) return { ...stored, ...fromServer, values: isSame ? stored.values : values }
  return { ...stored, productId: id, isPublished: status !== 'draft' }
}
