import { useInfiniteQuery } from '@tanstack/react-query'
import type { Product } from '#contract/products.ts'
import type { Review } from '#contract/reviews.ts'
import { useApi } from '#web/api/api-context.ts'
import { usePublicConfig } from '#web/app/public-config.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { reviewsQuery } from './queries.ts'
import { Stars } from './Stars.tsx'

function ReviewItem({ review }: { review: Review }) {
  const { timeZone } = usePublicConfig()
  return (
    <li className="flex gap-3 border-t border-line py-4">
      <Avatar name={review.reviewer.name} src={review.reviewer.avatar} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-semibold">{review.reviewer.name}</span>
          <Stars rating={review.rating} />
          <time dateTime={review.createdAt} className="text-sm text-muted">
            {formatDate(review.createdAt, timeZone)}
          </time>
        </p>
        {review.title && <p className="mt-1 font-medium">{review.title}</p>}
        {review.comment && <p className="mt-1 whitespace-pre-line">{review.comment}</p>}
      </div>
    </li>
  )
}

interface ReviewListProps {
  productId: string
  rating: Product['rating']
}

export function ReviewList({ productId, rating }: ReviewListProps) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    reviewsQuery(useApi(), productId),
  )
  const reviews = data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-labelledby="reviews" className="mt-8">
      <h2 id="reviews" className="text-xl font-bold">
        Reviews
      </h2>
      {rating.average !== null && (
        <p className="mt-2 flex items-center gap-2">
          <Stars rating={rating.average} />
          <span>{`${rating.average.toFixed(1)} from ${rating.count} review${rating.count === 1 ? '' : 's'}`}</span>
        </p>
      )}
      {reviews?.length === 0 && <p className="mt-2 text-muted">No reviews yet.</p>}
      {!reviews && error && <LoadFailure message="Failed to load reviews" retry={() => void refetch()} />}
      <ul className="mt-3">
        {reviews?.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className="button button-quiet"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading…' : 'Show more reviews'}
        </button>
      )}
    </section>
  )
}
