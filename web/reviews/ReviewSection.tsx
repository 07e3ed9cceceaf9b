import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { isolated } from '#contract/isolated.ts'
import type { Product } from '#contract/products.ts'
import type { OwnReview, Review, ReviewForm } from '#contract/reviews.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ReportButton } from '#web/moderation/reports/ReportButton.tsx'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { ReplyTools } from './ReplyTools.tsx'
import { ownReviewQuery, refreshIfRefused, useReviewChanges } from './own-review.ts'
import { OwnReviewTools, SAVE_TEXTS } from './OwnReviewTools.tsx'
import { useReviewChanged } from './review-tabs.ts'
import { BLANK_REVIEW, ReviewEditor } from './ReviewEditor.tsx'
import { findTypedReview, saveTypedReview } from './typed-reviews.ts'

interface PersonalProps {
  personId: string
}

/** Draws nothing at the moment when the person signs out. */
function forPerson<Props extends object>(Personal: ComponentType<Props & PersonalProps>) {
  return function ForPerson(props: Props) {
    const personId = useSession()?.user.id
    return personId === undefined ? null : <Personal {...props} personId={personId} />
  }
}

function WaitingNote({ name, until }: { name: string; until: string }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  return (
    <p className="mt-2 text-sm text-muted">
      {`Shown once ${isolated(name)} has written too, or on ${formatDate(until, now, timeZone)}.`}
    </p>
  )
}

interface ReviewToolsProps {
  review: Review
  product: Product
}

/** The viewer's actions for a review: their own, or one of a product that they sell. */
export const ReviewTools = forPerson<ReviewToolsProps>(({ review, product, personId }) => {
  const { data: own } = useQuery(ownReviewQuery(useApi(), product.id, personId))
  const { changed } = useReviewChanges(product.id, personId)
  if (own?.review?.id === review.id)
    return (
      <>
        {review.waitsUntil && <WaitingNote name={product.seller.name} until={review.waitsUntil} />}
        <OwnReviewTools review={review} productId={product.id} personId={personId} />
      </>
    )
  return (
    <>
      {product.seller.id === personId && !review.reply && <ReplyTools review={review} onAnswered={changed} />}
      <ReportButton
        target={{ kind: 'review', id: review.id }}
        what="review"
        className="lone-link text-sm text-muted hover:underline"
      >
        Report
      </ReportButton>
    </>
  )
})

/** SPEC 8's texts. */
const TEXTS = {
  submit: 'Submit Review',
  busy: 'Submitting…',
  failed: 'Failed to submit review. You may have already reviewed this product.',
}

const isBlank = ({ rating, title, comment }: ReviewForm) => rating === 0 && !title && !comment

/** Typed and unsent text of this tab; undefined if there is none. */
function useTypedReview(productId: string, personId: string) {
  const [typed, setTyped] = useState(() => findTypedReview(productId, personId, 'new'))
  const type = useCallback(
    (form: ReviewForm | undefined) => {
      const next = form && !isBlank(form) ? form : undefined
      saveTypedReview([productId, personId, 'new'], next)
      setTyped(next)
    },
    [productId, personId],
  )
  return [typed, type] as const
}

/** Another tab or device may write, change or delete the review; this tab then shows the result. */
function useFollowing(productId: string, personId: string, review: Review | null | undefined) {
  const { refresh, refreshPages } = useReviewChanges(productId, personId)
  const [follow] = useState(() => ({ refresh, refreshPages }))
  useReviewChanged(productId, follow.refresh)
  const version = review && `${review.id} ${review.editedAt}`
  const before = useRef(version)
  useEffect(() => {
    if (before.current !== undefined && before.current !== version) follow.refreshPages()
    before.current = version
  }, [version, follow])
}

interface OwnFormProps {
  productId: string
  personId: string
  /** A review written elsewhere while people typed here; the typed one may replace it. */
  replaced: Review | undefined
  typed: ReviewForm | undefined
  onType: (form: ReviewForm | undefined) => void
  /** The deal that the person confirmed about the product. */
  deal: OwnReview['deal']
}

function introOf({ replaced, deal }: Pick<OwnFormProps, 'replaced' | 'deal'>): string {
  if (replaced) return 'You already reviewed this elsewhere. What you typed here can replace it.'
  return deal
    ? 'Your review counts, because you both confirmed the deal.'
    : 'Your review counts once you and the seller have each sent two messages about this item here.'
}

function OwnForm({ productId, personId, replaced, typed, onType, deal }: OwnFormProps) {
  const api = useApi()
  const { written, edited, refresh } = useReviewChanges(productId, personId)

  async function create(form: ReviewForm) {
    const sending = api.call('createReview', { params: { id: productId }, body: form })
    const review = await refreshIfRefused(sending, refresh)
    onType(undefined)
    written(review)
    showToast('Review submitted', 'Thank you for your review.')
  }
  async function replace({ id }: Review, form: ReviewForm) {
    const sending = api.call('updateReview', { params: { id }, body: form })
    const review = await refreshIfRefused(sending, refresh)
    onType(undefined)
    edited(review)
    showToast('Review updated')
  }

  return (
    <>
      <p className="mt-1 text-sm text-muted">{introOf({ replaced, deal })}</p>
      {deal?.waitsUntil && <WaitingNote name="the seller" until={deal.waitsUntil} />}
      <ReviewEditor
        start={typed ?? findTypedReview(productId, personId, 'own') ?? BLANK_REVIEW}
        texts={replaced ? SAVE_TEXTS : TEXTS}
        onType={onType}
        onSubmit={(form) => (replaced ? replace(replaced, form) : create(form))}
        {...(replaced && { onCancel: () => onType(undefined) })}
      />
    </>
  )
}

interface OwnReviewAreaProps {
  productId: string
  /** The reviews that the list already shows. */
  listed: Review[]
  renderItem: (review: Review) => ReactNode
}

/**
 * The form for people who may write a review, otherwise their own review if the list does not show it yet. If another
 * tab writes the review, the text typed here stays and can replace it.
 */
export const OwnReviewArea = forPerson<OwnReviewAreaProps>(({ productId, personId, listed, renderItem }) => {
  const headingId = useId()
  const { data: own, isError, refetch } = useQuery(ownReviewQuery(useApi(), productId, personId))
  const [typed, onType] = useTypedReview(productId, personId)
  useFollowing(productId, personId, own?.review)
  if (!own) {
    return isError && <LoadFailure message="Failed to load your review" retry={() => void refetch()} />
  }
  const { review } = own
  const replaced = (typed && review) ?? undefined
  if (!replaced && (review ? listed.some(({ id }) => id === review.id) : own.bar)) return null
  return (
    <section aria-labelledby={headingId} className="card mt-4 p-5">
      <h3 id={headingId} className="text-lg font-bold">
        {review ? 'Your review' : 'Write a review'}
      </h3>
      {review && !replaced ? (
        <ul>{renderItem(review)}</ul>
      ) : (
        <OwnForm {...{ productId, personId, replaced, typed, onType }} deal={own.deal} />
      )}
    </section>
  )
})
