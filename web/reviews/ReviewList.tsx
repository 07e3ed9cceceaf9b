import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { REVIEW_STANDINGS, type ReviewStanding } from '#contract/selling/choices.ts'
import type { Product } from '#contract/products.ts'
import type { Review } from '#contract/reviews.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { reviewsQuery } from './queries.ts'
import { RatingLine } from './RatingLine.tsx'
import { ReviewItem } from './ReviewItem.tsx'
import { useReviewSection } from './use-review-section.ts'

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

interface AverageProps extends Pick<Product, 'rating'> {
  reviews: Review[]
}

function Average({ rating: { average, count }, reviews }: AverageProps) {
  const hasCounted = reviews.some(({ standing }) => standing === 'counted')
  if (average === null)
    return (
      hasCounted && (
        <p className="mt-2 text-sm text-muted">
          We show the rating of this item once five people have reviewed it.
        </p>
      )
    )
  return <RatingLine average={average} count={count} />
}

function MoreButton({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  return (
    <Button busy={isLoading && 'Loading…'} onClick={onClick}>
      Show more reviews
    </Button>
  )
}

/** Headings of the reviews that do not affect the average; those that do are directly below it. */
const HEADINGS: Record<Exclude<ReviewStanding, 'counted'>, string> = {
  'set-aside': 'Not part of the rating',
  'without-conversation': 'Without a conversation',
}

const WITHOUT_CONVERSATION =
  'These people did not chat with the seller about this item, so their stars do not count.'

interface StandingProps {
  standing: ReviewStanding
  reviews: readonly Review[]
  renderItem: (review: Review) => ReactNode
}

/** The reviews of one standing; the server lists the standings one after the other. */
function Standing({ standing, reviews, renderItem }: StandingProps) {
  const id = `reviews-${standing}`
  const shown = reviews.filter((review) => review.standing === standing)
  if (shown.length === 0) return null
  if (standing === 'counted') return <ul className="mt-3">{shown.map(renderItem)}</ul>
  return (
    <section aria-labelledby={id} className="mt-5">
      <h3 id={id} className="text-lg font-bold">
        {HEADINGS[standing]}
      </h3>
      {standing === 'without-conversation' && <p className="text-sm text-muted">{WITHOUT_CONVERSATION}</p>}
      <ul className="mt-2">{shown.map(renderItem)}</ul>
    </section>
  )
}

export function ReviewList({ product }: { product: Product }) {
  const { id } = product
  const reviewSection = useReviewSection()
  const query = useLoadedPages(useInfiniteQuery(reviewsQuery(useApi(), id)))
  const { data, error, hasNextPage, isFetchNextPageError } = query
  const loadMore = () => void query.fetchNextPage()
  const reviews = data?.pages.flatMap(({ items }) => items)
  const renderItem = (review: Review) => (
    <ReviewItem key={review.id} review={review}>
      {reviewSection && <reviewSection.ReviewTools review={review} product={product} />}
    </ReviewItem>
  )
  return (
    <section aria-labelledby="reviews" className="product-reviews">
      <h2 id="reviews" tabIndex={-1} className="text-lg font-bold">
        Reviews
      </h2>
      <Average rating={product.rating} reviews={reviews ?? []} />
      {reviews?.length === 0 && <p className="mt-2 text-muted">No reviews yet.</p>}
      {!reviews && error && <LoadFailure message={FAILED} retry={() => void query.refetch()} />}
      {REVIEW_STANDINGS.map((standing) => (
        <Standing key={standing} standing={standing} reviews={reviews ?? []} renderItem={renderItem} />
      ))}
      {isFetchNextPageError && <LoadFailure message={FAILED} retry={loadMore} />}
      {hasNextPage && !isFetchNextPageError && (
        <MoreButton isLoading={query.isFetchingNextPage} onClick={loadMore} />
      )}
      {reviews && reviewSection && (
        <reviewSection.OwnReviewArea key={id} productId={id} listed={reviews} renderItem={renderItem} />
      )}
      <LoginNote product={product} />
    </section>
  )
}
