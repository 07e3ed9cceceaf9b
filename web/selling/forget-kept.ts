import { forgetGroups, unsentGroups } from '#web/photos/kept-files.ts'
import { forgetListing, type KeptListing, keptListings } from './kept-listings.ts'
import { bulkGroupOf, isGroupOf, photoGroupOf } from './photo-group.ts'

function forgetEverything(personId: string): Promise<void> {
  for (const { key } of keptListings(personId)) forgetListing(personId, key)
  return forgetGroups((group) => isGroupOf(personId, group))
}

/**
 * Takes away what this browser keeps of a person's listings: all of it once the account is deleted; at signing out
 * what the server has as well, so that nothing is lost and little stays on a shared phone. Photos that it does not have
 * stay also where no listing names them, as those of one that was opened by its id; they go with age.
 */
export async function forgetKeptListings(personId: string, how: 'signed-out' | 'deleted'): Promise<void> {
  if (how === 'deleted') return forgetEverything(personId)
  const unsent = await unsentGroups()
  const isElsewhere = ({ key, isSaved, publishing }: KeptListing) =>
    isSaved && publishing === null && !unsent.has(photoGroupOf(personId, key))
  for (const listing of keptListings(personId)) if (isElsewhere(listing)) forgetListing(personId, listing.key)
  const staying = keptListings(personId).map(({ key }) => photoGroupOf(personId, key))
  const wanted = new Set([bulkGroupOf(personId), ...staying, ...unsent])
  return forgetGroups((group) => isGroupOf(personId, group) && !wanted.has(group))
}
