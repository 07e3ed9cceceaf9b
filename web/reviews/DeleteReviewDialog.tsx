import { useEffect, useId, useRef, useState } from 'react'
import { useApi } from '#web/api/api-context.ts'
import { ApiError } from '#web/api/client.ts'

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
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useEffect(() => dialog.current?.showModal(), [])

  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    if (await isGone(api.call('deleteReview', { params: { id: reviewId } }))) {
      dialog.current?.close()
      onDeleted()
      return
    }
    setFailure(FAILED)
    setBusy(false)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      closedby="any"
      className="settings-dialog p-5 shadow-card"
      onClose={onClose}
    >
      <h2 id={id} className="text-lg font-bold">
        Delete your review?
      </h2>
      <p className="mt-2">It is removed for good, with the seller’s answer if there is one.</p>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {failure}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <button type="button" className="button button-quiet" onClick={() => dialog.current?.close()}>
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
    </dialog>
  )
}
