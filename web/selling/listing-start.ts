import type { OwnProduct } from '#contract/selling.ts'
import { EMPTY_LISTING } from './blank-listing.ts'
import type { KeptListing } from './kept-listings.ts'
import { sameListing, valuesOf } from './listing-values.ts'

export interface ListingStart {
  listing: KeptListing
  /** What was typed here earlier and the server does not have is shown. */
  isRestored: boolean
  /** It builds on an older version than the server's. */
  isOutdated: boolean
}

/** A listing of which nobody knows yet. */
export const newListing = (): KeptListing => ({
  key: crypto.randomUUID(),
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
export const begunAnew = ({ values, changedAt }: KeptListing): ListingStart => ({
  listing: { ...newListing(), values, isSaved: false, changedAt },
  isRestored: true,
  isOutdated: false,
})

/** What the form begins with: the server's listing, or what this browser has that the server has not. */
export function startOf(product: OwnProduct, kept: KeptListing | undefined): ListingStart {
  const { id, version, status } = product
  const values = valuesOf(product)
  const fromServer = { productId: id, isPublished: status !== 'draft', version, values, isSaved: true }
  const nothing = { ...newListing(), key: id, changedAt: Date.parse(product.updatedAt), ...fromServer }
  if (!kept) return { listing: nothing, isRestored: false, isOutdated: false }
  const isSame = sameListing(kept.values, values)
  if (kept.isSaved || isSame) {
    // The open details of a template are on this phone alone.
    const listing = { ...kept, ...fromServer, values: isSame ? kept.values : values }
    return { listing, isRestored: false, isOutdated: false }
  }
  const listing = { ...kept, productId: id, isPublished: status !== 'draft' }
  return { listing, isRestored: true, isOutdated: kept.version !== version }
}
