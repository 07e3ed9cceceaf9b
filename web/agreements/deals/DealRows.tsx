import { useMemo } from 'react'
import type { Deal } from '#contract/agreements/agreements.ts'
import { momentWriter } from '#contract/agreements/moments.ts'
import { waitsFor } from '#contract/agreements/steps.ts'
import { useAmount } from '#web/conversations/messages/use-note-text.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Thumbnail } from '#web/platform/ui/pictures/Thumbnail.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { dealText } from './deal-text.ts'

function DealRow({ deal: { agreement, conversationId, isSeller, product, other } }: { deal: Deal }) {
  const amount = useAmount()
  const { timeZone } = usePublicConfig()
  const moment = useMemo(() => momentWriter(timeZone), [timeZone])
  const now = useNow()
  const role = isSeller ? 'seller' : 'buyer'
  const isWaiting = waitsFor(agreement, now) === role
  return (
    <li>
      <Link to={`/conversation/${conversationId}`} className="flex items-center gap-3 px-4 py-3">
        <Thumbnail photo={product.photo} sizes="56px" className="size-14" />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="line-clamp-2 leading-snug font-semibold">
            {product.title}
          </span>
          <span className="block text-sm wrap-anywhere text-muted">
            <bdi>{other.name}</bdi> · {amount(agreement.price)}
          </span>
          <span
            className={`block text-sm wrap-anywhere ${isWaiting ? 'font-semibold text-accent' : 'text-muted'}`}
          >
            {dealText({ agreement, role, other: other.name, moment, now })}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Agreements of the person; each opens its conversation. */
export const DealRows = ({ deals, label }: { deals: readonly Deal[]; label: string }) => (
  <ul aria-label={label} className="card divide-y divide-line">
    {deals.map((deal) => (
      <DealRow key={deal.agreement.id} deal={deal} />
    ))}
  </ul>
)
