import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { BUYER_CHIPS } from '#contract/agreements/buyer-chips.ts'
import type { BuyerReview } from '#contract/agreements/buyer-reviews.ts'
import { idMark } from '#contract/id-mark.ts'
import type { SellerPage } from '#contract/sellers.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useHiddenReason } from '#web/blocks/hidden-people.ts'
import { ReportButton } from '#web/moderation/reports/ReportButton.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { Stars } from '#web/platform/ui/Stars.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { buyerReviewsQuery } from './queries.ts'
import { RatingLine } from './RatingLine.tsx'

const useDeleteDialog = lazyDialog(
  async () => (await import('./DeleteBuyerReviewDialog.tsx')).DeleteBuyerReviewDialog,
)

interface ItemProps {
  review: BuyerReview
  onDeleted: () => void
}

/** The viewer's action: they delete their own review, and report one by somebody else. */
function Tools({ review, onDeleted }: ItemProps) {
  const personId = useSession()?.user.id
  const dialog = useDeleteDialog()
  if (personId !== undefined && personId === review.seller.id)
    return (
      <div className="mt-2">
        <Button onClick={dialog.open}>Delete</Button>
        {dialog.show({ dealId: review.id, onDeleted })}
      </div>
    )
  return (
    <ReportButton
      target={{ kind: 'review', id: review.id }}
      what="review"
      className="lone-link text-sm text-muted hover:underline"
    >
      Report
    </ReportButton>
  )
}

function Item({ review, onDeleted }: ItemProps) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const isReported = useHiddenReason('', idMark(review.id)) !== undefined
  if (isReported) return null
  const { seller, rating, chips, words, createdAt } = review
  return (
    <li className="flex gap-3 border-t border-line py-4">
      <Avatar name={seller.name} src={seller.avatar} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <bdi className="font-semibold">{seller.name}</bdi>
          <Stars rating={rating} />
          <time dateTime={createdAt} className="text-sm text-muted">
            {formatDate(createdAt, now, timeZone)}
          </time>
        </p>
        {chips.length > 0 && (
          <ul aria-label="What fits" className="mt-1 flex flex-wrap gap-1.5">
            {chips.map((chip) => (
              <li key={chip} className="badge">
                {BUYER_CHIPS[chip]}
              </li>
            ))}
          </ul>
        )}
        {words && (
          <p dir="auto" className="mt-1 whitespace-pre-line">
            {words}
          </p>
        )}
        <Tools review={review} onDeleted={onDeleted} />
      </div>
    </li>
  )
}

const FAILED = 'Failed to load reviews'

/** What sellers say about a person who bought from them. */
export function BuyerReviews({ id, rating }: { id: string; rating: NonNullable<SellerPage['asBuyer']> }) {
  const list = buyerReviewsQuery(useApi(), id)
  const query = useLoadedPages(useInfiniteQuery(list))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const queryClient = useQueryClient()
  const reviews = data?.pages.flatMap(({ items }) => items)
  const { average, count } = rating
  function reread() {
    for (const queryKey of [list.queryKey, ['seller', id]]) void queryClient.invalidateQueries({ queryKey })
  }
  return (
    <section aria-labelledby="as-a-buyer">
      <h2 id="as-a-buyer" tabIndex={-1} className="text-xl font-bold">
        As a buyer
      </h2>
      {average === null ? (
        <p className="mt-2 text-sm text-muted">We show the rating once five sellers have reviewed.</p>
      ) : (
        <RatingLine average={average} count={count} />
      )}
      {!reviews && !error && <p className="mt-3">Loading…</p>}
      <ul className="mt-3">
        {reviews?.map((review) => (
          <Item key={review.id} review={review} onDeleted={reread} />
        ))}
      </ul>
      {error && <LoadFailure message={FAILED} retry={() => void (reviews ? fetchNextPage() : refetch())} />}
      {hasNextPage && !error && (
        <Button busy={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
          Show more reviews
        </Button>
      )}
    </section>
  )
}
