import type { Seller } from '#contract/products.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { Star } from '#web/platform/ui/Stars.tsx'
import { shortReplyText } from './reply-text.ts'
import { ratingText } from './trust-facts.ts'

/** Who sells it, in one line below the title. The card further down says more. */
export function SellerLine({ seller }: { seller: Seller }) {
  const rating = ratingText(seller.rating)
  const reply = seller.replyMinutes === null ? undefined : shortReplyText(seller.replyMinutes)
  return (
    <Link to={`/sellers/${seller.id}`} className="seller-line">
      <Avatar name={seller.name} src={seller.avatar} size="tiny" />
      <span dir="auto" className="truncate font-semibold">
        {seller.name}
      </span>
      {seller.phoneVerified && <span role="img" aria-label="Phone verified" className="verified-mark" />}
      {rating && (
        <span className="inline-flex items-center gap-1 whitespace-nowrap">
          <span className="text-star">
            <Star isFilled className="size-4" />
          </span>
          {rating}
        </span>
      )}
      {reply && <span className="whitespace-nowrap text-muted">{reply}</span>}
    </Link>
  )
}
