import type { OwnProductCard } from '#contract/selling/selling.ts'
import { ConfirmDialog } from '#web/platform/ui/dialogs/ConfirmDialog.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { refusalWords } from '#web/selling/drafts/conflict-words.ts'
import { listingName } from './listing-name.ts'
import { useListingChanges } from './use-listing-changes.ts'

const FAILED = 'Failed to delete the product. Please try again.'

interface DeleteListingDialogProps {
  listing: OwnProductCard
  personId: string
  onClose: () => void
}

/** A confirmation that names the listing or draft before it is deleted. */
export function DeleteListingDialog({ listing, personId, onClose }: DeleteListingDialogProps) {
  const changes = useListingChanges(personId)

  async function remove() {
    try {
      await changes.remove(listing)
    } catch (error) {
      const reason = refusalWords(error)
      showToast(FAILED, reason)
      return reason ? `${FAILED} (${reason})` : FAILED
    }
  }

  return (
    <ConfirmDialog
      title={`Delete “${listingName(listing)}”?`}
      action="Delete"
      busy="Deleting…"
      isDanger
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="mt-2">
        {listing.status === 'draft'
          ? 'This deletes the draft and its photos for good.'
          : 'This deletes the listing and its photos for good. Chats about it stay.'}
      </p>
    </ConfirmDialog>
  )
}
