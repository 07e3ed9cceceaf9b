import type { OwnProduct } from '#contract/selling/selling.ts'
import { EMPTY_LISTING, type ListingValues } from './blank-listing.ts'
import type { StoredListing } from '#web/selling/drafts/stored-listings.ts'
import { sameListing, toListingValues } from './listing-values.ts'

/** A new listing, with values that are likely the same as in the seller's last one. */
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

/** A new draft with the text of a deleted one. */
export const restartDraft = ({ values, changedAt }: StoredListing): StoredListing => ({
  ...newListing(),
  values,
  isSaved: false,
  changedAt,
})

/** The form's first values: the server's listing, or unsent changes from this browser. */
export function findStart(product: OwnProduct, stored: StoredListing | undefined): StoredListing {
  const { id, version, status } = product
  const values = toListingValues(product)
  const fromServer = { productId: id, isPublished: status !== 'draft', version, values, isSaved: true }
  if (!stored) return { ...newListing(id), changedAt: Date.parse(product.updatedAt), ...fromServer }
  const isSame = sameListing(stored.values, values)
  // Only this phone has the open details of a template.
  if (stored.isSaved || isSame) return { ...stored, ...fromServer, values: isSame ? stored.values : values }
  return { ...stored, productId: id, isPublished: status !== 'draft' }
}
