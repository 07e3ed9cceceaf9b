import { useState } from 'react'
import type { OwnProductCard } from '#contract/selling.ts'
import { showToast } from '#web/ui/toast.ts'
import { dialogOf, ListingDialog } from './ListingDialog.tsx'
import { nameOf } from './listing-name.ts'
import { reasonOf, useListingChanges } from './use-listing-changes.ts'

const FAILED = 'Failed to delete the product. Please try again.'

interface DeleteListingDialogProps {
  listing: OwnProductCard
  personId: string
  onClose: () => void
}

/** Asks once more before a listing or draft goes, by its name. Once it is gone, so is the card with this dialog. */
export function DeleteListingDialog({ listing, personId, onClose }: DeleteListingDialogProps) {
  const { remove } = useListingChanges(personId)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function confirm() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await remove(listing)
    } catch (error) {
      const reason = reasonOf(error)
      showToast(FAILED, reason)
      setFailure(reason ? `${FAILED} (${reason})` : FAILED)
      setIsBusy(false)
    }
  }

  return (
    <ListingDialog title={`Delete “${nameOf(listing)}”?`} onClose={onClose}>
      <p className="mt-2">
        {listing.status === 'draft'
          ? 'The draft and its photos are removed for good.'
          : 'The listing and its photos are removed for good. Conversations about it stay.'}
      </p>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {failure}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <button type="button" className="button button-quiet" onClick={(event) => dialogOf(event)?.close()}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={isBusy}
          onClick={() => isBusy || void confirm()}
        >
          {isBusy ? 'Deleting…' : 'Delete'}
        </button>
      </div>
    </ListingDialog>
  )
}
