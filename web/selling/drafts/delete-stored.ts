import { deleteGroups, unsentGroups } from '#web/photos/uploading/unsent-photos.ts'
import { bulkPhotoGroup, isPhotoGroupOf, listingPhotoGroup } from '#web/selling/editor/photo-group.ts'
import { forgetLastLocation } from './last-location.ts'
import { listListings, type StoredListing, storedListings } from './stored-listings.ts'

/**
 * Deletes a person's listings from this browser: all of them once the account is deleted, but at sign-out only the
 * listings that the server has too. Nothing is lost that way, and little stays on a shared phone. Unsent photos also
 * stay if no listing names them, as for a listing that was opened by its id; they are deleted by age.
 */
export async function deleteStoredListings(personId: string, how: 'signed-out' | 'deleted'): Promise<void> {
  forgetLastLocation()
  await storedListings.load()
  const unsent = how === 'deleted' ? new Set<string>() : await unsentGroups()
  const isStaying = ({ key, isSaved, delivery }: StoredListing) =>
    how !== 'deleted' && (!isSaved || delivery !== null || unsent.has(listingPhotoGroup(personId, key)))
  const listings = listListings(personId)
  const leaving = listings.filter((listing) => !isStaying(listing))
  await storedListings.delete(leaving.map(({ key }) => key))
  const staying = listings.filter(isStaying).map(({ key }) => listingPhotoGroup(personId, key))
  const wanted = new Set([...(how === 'deleted' ? [] : [bulkPhotoGroup(personId)]), ...staying, ...unsent])
  return deleteGroups((group) => isPhotoGroupOf(personId, group) && !wanted.has(group))
}
