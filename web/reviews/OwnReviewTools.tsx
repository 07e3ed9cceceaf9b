import { useEffect, useRef, useState } from 'react'
import type { Review } from '#contract/reviews.ts'
import { useApi } from '#web/api/api-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { DeleteReviewDialog } from './DeleteReviewDialog.tsx'
import { useReviewChanges } from './own-review.ts'
import { ReviewEditor } from './ReviewEditor.tsx'

const TEXTS = {
  submit: 'Save changes',
  busy: 'Saving…',
  failed: 'Failed to save the review. Please try again.',
}

interface OwnReviewToolsProps {
  review: Review
  productId: string
  personId: string
}

/** The person's own review: marked, changed, taken back. */
export function OwnReviewTools({ review, productId, personId }: OwnReviewToolsProps) {
  const api = useApi()
  const { edited, removed } = useReviewChanges(productId, personId)
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && open === undefined) editButton.current?.focus()
    wasEditing.current = open === 'edit'
  }, [open])

  if (open === 'edit') {
    const { rating, title, comment } = review
    return (
      <ReviewEditor
        start={{ rating, title: title ?? '', comment: comment ?? '' }}
        texts={TEXTS}
        isFocused
        onSubmit={async (form) => {
          edited(await api.call('editReview', { params: { id: review.id }, body: form }))
          showToast('Review updated')
          setOpen(undefined)
        }}
        onCancel={() => setOpen(undefined)}
      />
    )
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <span className="badge">Your review</span>
      <button ref={editButton} type="button" className="button button-quiet" onClick={() => setOpen('edit')}>
        Edit
      </button>
      <button type="button" className="button button-quiet" onClick={() => setOpen('delete')}>
        Delete
      </button>
      {open === 'delete' && (
        <DeleteReviewDialog
          reviewId={review.id}
          onDeleted={() => {
            showToast('Review deleted')
            removed(review.id)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}
