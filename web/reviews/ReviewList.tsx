import { useInfiniteQuery } from '@tanstack/react-query'
import type { Product } from '#contract/products.ts'
import type { Review } from '#contract/reviews.ts'
import { loginPath } from '#web/accounts/return-to.ts'
import { useSession } from '#web/accounts/session.ts'
import { useApi } from '#web/api/api-context.ts'
import { Link } from '#web/ui/Link.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { reviewsQuery } from './queries.ts'
import { ReviewItem } from './ReviewItem.tsx'
import { Stars } from './Stars.tsx'
import { useReviewParts } from './use-review-parts.ts'

const FAILED = 'Failed to load reviews'

function LoginNote({ product: { id, status } }: { product: Product }) {
  if (useSession() || status === 'sold') return null
  return (
    <p className="mt-4">
      <strong>Login required:</strong> Please{' '}
      <Link to={loginPath(`/products/${id}`)} className="link">
        log in
      </Link>{' '}
      to submit a review
    </p>
  )
}

function Average({ rating: { average, count } }: Pick<Product, 'rating'>) {
  if (average === null) return null
  return (
    <p className="mt-2 flex items-center gap-2">
      <Stars rating={average} />
      <span>{`${average.toFixed(1)} from ${count} review${count === 1 ? '' : 's'}`}</span>
    </p>
  )
}

function MoreButton({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  return (
    <button type="button" className="button button-quiet" disabled={isLoading} onClick={onClick}>
      {isLoading ? 'Loading…' : 'Show more reviews'}
    </button>
  )
}

export function ReviewList({ product }: { product: Product }) {
  const { id } = product
  const parts = useReviewParts()
  const query = useInfiniteQuery(reviewsQuery(useApi(), id))
  const { data, error, hasNextPage, isFetchNextPageError } = query
  const loadMore = () => void query.fetchNextPage()
  const reviews = data?.pages.flatMap(({ items }) => items)
  const itemOf = (review: Review) => (
    <ReviewItem key={review.id} review={review}>
      {parts && <parts.ReviewTools review={review} product={product} />}
    </ReviewItem>
  )
  return (
    <section aria-labelledby="reviews" className="mt-8">
      <h2 id="reviews" tabIndex={-1} className="text-xl font-bold">
        Reviews
      </h2>
      <Average rating={product.rating} />
      {reviews?.length === 0 && <p className="mt-2 text-muted">No reviews yet.</p>}
      {!reviews && error && <LoadFailure message={FAILED} retry={() => void query.refetch()} />}
      <ul className="mt-3">{reviews?.map(itemOf)}</ul>
      {isFetchNextPageError && <LoadFailure message={FAILED} retry={loadMore} />}
      {hasNextPage && !isFetchNextPageError && (
        <MoreButton isLoading={query.isFetchingNextPage} onClick={loadMore} />
      )}
      {reviews && parts && <parts.OwnReviewArea key={id} productId={id} listed={reviews} itemOf={itemOf} />}
      <LoginNote product={product} />
    </section>
  )
}
