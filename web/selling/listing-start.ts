import type { OwnProduct } from '#contract/selling.ts'
import { EMPTY_LISTING } from './blank-listing.ts'
import type { KeptListing } from './kept-listings.ts'
import { sameListing, valuesOf } from './listing-values.ts'

/** A listing of which nobody knows yet. */
export const newListing = (key: string = crypto.randomUUID()): KeptListing => ({
  key,
  productId: null,
  isPublished: false,
  version: null,
  values: EMPTY_LISTING,
  isSaved: true,
  publishing: null,
  message: null,
  changedAt: Date.now(),
})

/** A new draft with the words of one that is gone. */
export const begunAnew = ({ values, changedAt }: KeptListing): KeptListing => ({
  ...newListing(),
  values,
  isSaved: false,
  changedAt,
})

/** What the form begins with: the server's listing, or what this browser has that the server has not. */
export function startOf(product: OwnProduct, kept: KeptListing | undefined): KeptListing {
  const { id, version, status } = product
  const values = valuesOf(product)
  const fromServer = { productId: id, isPublished: status !== 'draft', version, values, isSaved: true }
  if (!kept) return { ...newListing(id), changedAt: Date.parse(product.updatedAt), ...fromServer }
  const isSame = sameListing(kept.values, values)
  // The open details of a template are on this phone alone.
  if (kept.isSaved || isSame) return { ...kept, ...fromServer, values: isSame ? kept.values : values }
  return { ...kept, productId: id, isPublished: status !== 'draft' }
}
