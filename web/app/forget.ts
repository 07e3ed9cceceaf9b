import { forgetArea } from '#web/area/chosen-area.ts'
import { forgetOthersFirstMessages } from '#web/conversations/first-message/first-messages.ts'
import { readHidden, writeHidden } from '#web/blocks/hidden-people.ts'
import { deleteDrafts } from '#web/conversations/outbox/drafts.ts'
import { storedConversations } from '#web/conversations/outbox/stored-conversations.ts'
import { deleteMessagePhotos } from '#web/conversations/outbox/stored-photos.ts'
import { forgetRecentlyViewed } from '#web/recommendations/recently-viewed.ts'
import { unsentMessages } from '#web/conversations/outbox/unsent-messages.ts'

/** The code is loaded only for this. */
async function forgetListings(personId: string, how: 'signed-out' | 'deleted') {
  const { deleteStoredListings } = await import('#web/selling/drafts/delete-stored.ts')
  await deleteStoredListings(personId, how)
}

/**
 * What this device stores of people goes when they are not there any more. Copies of what the server has go as soon as
 * the session ends. Messages that were never sent go when their writer signs out here (`leaving`), or somebody else
 * signs in (`present`); listings that the server does not have stay also then, and of an account that was deleted
 * nothing stays.
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
  // Nobody's messages are shown while nobody is there to read them.
  else void unsentMessages.reload()
  if (leaving && leaving !== present) void forgetListings(leaving, 'signed-out').catch(() => undefined)
}

/** Of an account that is gone; the end of its session takes the rest along. */
export const forgetDeleted = (personId: string): void =>
  void forgetListings(personId, 'deleted').catch(() => undefined)
