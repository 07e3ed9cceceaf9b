import type { Seller } from '#contract/products.ts'
import { usePublicConfig } from '#web/app/public-config.ts'
import { useNow } from '#web/platform/ui/clock.ts'
import { formatDate } from '#web/platform/ui/dates.ts'
import { Star } from '#web/reviews/Stars.tsx'
import { replyText } from './reply-text.ts'

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** How somebody sells, as far as it is known: rating, sales, answers and since when. */
export function SellerFigures({ seller }: { seller: Seller }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const { rating, sold, replyMinutes, memberSince } = seller
  return (
    <span className="seller-figures">
      {rating.average === null ? (
        <span>No reviews yet</span>
      ) : (
        <span>
          <Star isFilled className="size-4 text-star" />
          {`${rating.average.toFixed(1)} (${counted(rating.count, 'review')})`}
        </span>
      )}
      {sold > 0 && <span>{`${counted(sold, 'item')} sold`}</span>}
      {replyMinutes !== null && <span>{replyText(replyMinutes)}</span>}
      <span>{`Member since ${formatDate(memberSince, now, timeZone)}`}</span>
    </span>
  )
}
