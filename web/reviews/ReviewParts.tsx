import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useId } from 'react'
import type { Product } from '#contract/products.ts'
import type { Review } from '#contract/reviews.ts'
import { useSession } from '#web/accounts/session.ts'
import { useApi } from '#web/api/api-context.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AnswerTools } from './AnswerTools.tsx'
import { ownReviewQuery, useReviewChanges } from './own-review.ts'
import { OwnReviewTools } from './OwnReviewTools.tsx'
import { BLANK_REVIEW, ReviewEditor } from './ReviewEditor.tsx'

interface PersonalProps {
  personId: string
}

/** Shows nothing in the moment in which the person signs out. */
function forPerson<Props extends object>(Personal: ComponentType<Props & PersonalProps>) {
  return function ForPerson(props: Props) {
    const personId = useSession()?.user.id
    return personId === undefined ? null : <Personal {...props} personId={personId} />
  }
}

interface ReviewToolsProps {
  review: Review
  product: Product
}

/** What the person signed in may do with a review: with their own, or with one of what they sell. */
export const ReviewTools = forPerson<ReviewToolsProps>(({ review, product, personId }) => {
  const { data: own } = useQuery(ownReviewQuery(useApi(), product.id, personId))
  const { changed } = useReviewChanges(product.id, personId)
  if (own?.review?.id === review.id)
    return <OwnReviewTools review={review} productId={product.id} personId={personId} />
  if (product.seller.id !== personId || review.reply) return null
  return <AnswerTools review={review} onAnswered={changed} />
})

/** SPEC 8. */
const TEXTS = {
  submit: 'Submit Review',
  busy: 'Submitting…',
  failed: 'Failed to submit review. You may have already reviewed this product.',
}

interface OwnReviewAreaProps {
  productId: string
  /** The reviews that are shown already. */
  listed: Review[]
  itemOf: (review: Review) => ReactNode
}

/** The form, for those who may write a review; else their own one, where the list does not show it yet. */
export const OwnReviewArea = forPerson<OwnReviewAreaProps>(({ productId, personId, listed, itemOf }) => {
  const api = useApi()
  const headingId = useId()
  const { data: own, isError, refetch } = useQuery(ownReviewQuery(api, productId, personId))
  const { written } = useReviewChanges(productId, personId)
  if (!own) {
    return isError && <LoadFailure message="Failed to load your review" retry={() => void refetch()} />
  }
  const { review } = own
  if (review ? listed.some(({ id }) => id === review.id) : own.bar) return null
  return (
    <section aria-labelledby={headingId} className="card mt-4 p-5">
      <h3 id={headingId} className="text-lg font-bold">
        {review ? 'Your review' : 'Write a review'}
      </h3>
      {review ? (
        <ul>{itemOf(review)}</ul>
      ) : (
        <ReviewEditor
          start={BLANK_REVIEW}
          texts={TEXTS}
          onSubmit={async (form) => {
            written(await api.call('createReview', { params: { id: productId }, body: form }))
            showToast('Review submitted', 'Thank you for your review.')
          }}
        />
      )}
    </section>
  )
})
