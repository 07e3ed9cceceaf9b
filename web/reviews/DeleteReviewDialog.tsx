import { useApi } from '#web/api/api-context.ts'
import { ApiError } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

interface DeleteReviewDialogProps {
  reviewId: string
  onDeleted: () => void
  onClose: () => void
}

const FAILED = 'Failed to delete the review. Please try again.'

/** Gone elsewhere is gone, too. */
async function isGone(deleting: Promise<unknown>): Promise<boolean> {
  try {
    await deleting
    return true
  } catch (error) {
    return error instanceof ApiError && error.code === 'review-not-found'
  }
}

/** Asks once more before a review goes. */
export function DeleteReviewDialog({ reviewId, onDeleted, onClose }: DeleteReviewDialogProps) {
  const api = useApi()

  async function remove() {
    if (!(await isGone(api.call('deleteReview', { params: { id: reviewId } })))) return FAILED
    onDeleted()
  }

  return (
    <ConfirmDialog
      title="Delete your review?"
      action="Delete"
      busy="Deleting…"
      isDanger
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="mt-2">It is removed for good, with the seller’s answer if there is one.</p>
    </ConfirmDialog>
  )
}
