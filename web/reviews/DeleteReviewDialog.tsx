import { useApi } from '#web/platform/api/api-context.ts'
import { ConfirmDialog } from '#web/platform/ui/dialogs/ConfirmDialog.tsx'
import { isDeleted } from './is-deleted.ts'

interface DeleteReviewDialogProps {
  reviewId: string
  onDeleted: () => void
  onClose: () => void
}

const FAILED = 'Failed to delete the review. Please try again.'

export function DeleteReviewDialog({ reviewId, onDeleted, onClose }: DeleteReviewDialogProps) {
  const api = useApi()

  async function remove() {
    if (!(await isDeleted(api.call('deleteReview', { params: { id: reviewId } })))) return FAILED
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
      <p className="mt-2">This deletes your review, and the seller’s answer to it, for good.</p>
    </ConfirmDialog>
  )
}
