import { keepListing, keptListing } from './kept-listings.ts'
import { sendingOver } from './listing-outbox-lock.ts'

/**
 * Stops a listing from being sent. Once this resolves no tab is at it any more; it may have gone online at the last
 * moment, and is not kept here then.
 */
export async function takeBack(personId: string, key: string): Promise<void> {
  const listing = keptListing(personId, key)
  if (listing) keepListing(personId, { ...listing, publishing: null })
  await sendingOver(key)
}
