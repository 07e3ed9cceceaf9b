import { useApi } from '#web/platform/api/api-context.ts'
import { ConfirmDialog } from '#web/platform/ui/dialogs/ConfirmDialog.tsx'
import { isDeleted } from './is-deleted.ts'

interface DeleteBuyerReviewDialogProps {
  dealId: string
  onDeleted: () => void
  onClose: () => void
}

export function DeleteBuyerReviewDialog({ dealId, onDeleted, onClose }: DeleteBuyerReviewDialogProps) {
  const api = useApi()

  async function remove() {
    if (!(await isDeleted(api.call('deleteBuyerReview', { params: { id: dealId } }))))
      return 'Failed to delete the review. Please try again.'
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
      <p className="mt-2">This deletes your review for good.</p>
    </ConfirmDialog>
  )
}
