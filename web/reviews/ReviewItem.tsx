import type { ReactNode } from 'react'
import { idMark } from '#contract/id-mark.ts'
import type { Review } from '#contract/reviews.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useHiddenReason } from '#web/blocks/hidden-people.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { Stars } from '#web/platform/ui/Stars.tsx'

interface ReviewItemProps {
  review: Review
  /** The viewer's actions for the review. */
  children?: ReactNode
}

export function ReviewItem({ review, children }: ReviewItemProps) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const isReported = useHiddenReason('', idMark(review.id)) !== undefined
  if (isReported) return null
  const { reviewer, rating, title, comment, createdAt, editedAt, reply } = review
  return (
    <li className="flex gap-3 border-t border-line py-4">
      <Avatar name={reviewer.name} src={reviewer.avatar} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <bdi className="font-semibold">{reviewer.name}</bdi>
          <Stars rating={rating} />
          <span className="text-sm text-muted">
            <time dateTime={createdAt}>{formatDate(createdAt, now, timeZone)}</time>
            {editedAt && ', edited'}
          </span>
          {review.verifiedPurchase && <span className="badge badge-gold">Verified purchase</span>}
          {review.standing === 'counted' && !review.verifiedPurchase && (
            <span className="badge">Chatted with the seller</span>
          )}
        </p>
        {review.formerTitle && (
          <p className="mt-1 text-sm text-muted">
            Written when this listing was called <q>{review.formerTitle}</q>
          </p>
        )}
        {title && (
          <p dir="auto" className="mt-1 font-medium">
            {title}
          </p>
        )}
        {comment && (
          <p dir="auto" className="mt-1 whitespace-pre-line">
            {comment}
          </p>
        )}
        {reply && (
          <div className="mt-3 border-l-2 border-line pl-3">
            <p className="text-sm text-muted">
              <strong>Seller’s answer</strong> {formatDate(reply.createdAt, now, timeZone)}
            </p>
            <p dir="auto" className="whitespace-pre-line">
              {reply.text}
            </p>
          </div>
        )}
        {children}
      </div>
    </li>
  )
}
