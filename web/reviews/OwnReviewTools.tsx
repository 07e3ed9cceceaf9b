import { useCallback, useEffect, useRef, useState } from 'react'
import type { Review, ReviewForm } from '#contract/reviews.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { DeleteReviewDialog } from './DeleteReviewDialog.tsx'
import { refreshIfRefused, useReviewChanges } from './own-review.ts'
import { ReviewEditor } from './ReviewEditor.tsx'
import { saveTypedReview } from './typed-reviews.ts'

export const SAVE_TEXTS = {
  submit: 'Save changes',
  busy: 'Saving…',
  failed: 'Failed to save the review. Please try again.',
}

interface OwnReviewToolsProps {
  review: Review
  productId: string
  personId: string
}

export function OwnReviewTools({ review, productId, personId }: OwnReviewToolsProps) {
  const api = useApi()
  const { edited, removed, refresh } = useReviewChanges(productId, personId)
  const saveTyped = useCallback(
    (form: ReviewForm | undefined) => saveTypedReview([productId, personId, 'own'], form),
    [productId, personId],
  )
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
        texts={SAVE_TEXTS}
        isFocused
        onType={saveTyped}
        onSubmit={async (form) => {
          const changed = await refreshIfRefused(
            api.call('updateReview', { params: { id: review.id }, body: form }),
            refresh,
          )
          saveTyped(undefined)
          edited(changed)
          showToast('Review updated')
          setOpen(undefined)
        }}
        onCancel={() => {
          saveTyped(undefined)
          setOpen(undefined)
        }}
      />
    )
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <span className="badge">Your review</span>
      <Button ref={editButton} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button onClick={() => setOpen('delete')}>Delete</Button>
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
