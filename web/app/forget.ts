import { forgetArea } from '#web/area/chosen-area.ts'
import { forgetOthersFirstMessages } from '#web/conversations/first-message/first-messages.ts'
import { readHidden, writeHidden } from '#web/blocks/hidden-people.ts'
import { deleteDrafts } from '#web/conversations/outbox/drafts.ts'
import { storedConversations } from '#web/conversations/outbox/stored-conversations.ts'
import { deleteMessagePhotos } from '#web/conversations/outbox/stored-photos.ts'
import { forgetRecentlyViewed } from '#web/recommendations/recently-viewed.ts'
import { unsentMessages } from '#web/conversations/outbox/unsent-messages.ts'

/** Loads the code for stored listings only when some must be deleted. */
async function forgetListings(personId: string, how: 'signed-out' | 'deleted') {
  const { deleteStoredListings } = await import('#web/selling/drafts/delete-stored.ts')
  await deleteStoredListings(personId, how)
}

/**
 * Deletes the data that this device stores of absent people. Copies of the server's data are deleted as soon
 * as the session ends. Unsent messages are deleted when their writer signs out here (`leaving`) or another
 * person signs in (`present`). Listings that the server does not have stay even then; only `forgetDeleted`
 * deletes them too.
 */
export function forgetOthers(present: string | undefined, leaving: string | undefined): void {
  void storedConversations.delete(present)
  deleteMessagePhotos(present)
  if (leaving && leaving !== present) {
    forgetRecentlyViewed()
    forgetArea()
  }
  if (!readHidden()) writeHidden(undefined)
  if (present || leaving) {
    deleteDrafts(present)
    forgetOthersFirstMessages()
    void unsentMessages.deleteWhere(({ personId }) => personId !== present)
  }
  // While nobody is signed in, nobody's messages are shown.
  else void unsentMessages.reload()
  if (leaving && leaving !== present) void forgetListings(leaving, 'signed-out').catch(() => undefined)
}

/** Deletes the listings of a deleted account; the end of its session deletes the rest. */
export const forgetDeleted = (personId: string): void =>
  void forgetListings(personId, 'deleted').catch(() => undefined)
