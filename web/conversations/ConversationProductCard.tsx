import type { Conversation } from '#contract/conversations/conversations.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Thumbnail } from '#web/platform/ui/pictures/Thumbnail.tsx'

function StatusBadge({ status }: Pick<Conversation['product'], 'status'>) {
  if (status === 'sold') return <span className="badge badge-sold">Sold</span>
  return status === 'reserved' ? <span className="badge badge-reserved badge-thread">Reserved</span> : null
}

/** One line in the header that shows the product; the whole line links to it. */
export function ConversationProductCard({ product }: Pick<Conversation, 'product'>) {
  const money = useMoney()
  return (
    <div className="talked-about">
      <Thumbnail photo={product.photo} sizes="48px" priority="eager" className="h-9 w-12" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-sm">
          {product.title}
        </p>
        {product.id ? (
          <p className="flex min-h-5 flex-wrap items-center gap-x-2 text-sm font-bold whitespace-nowrap tabular-nums">
            {product.price !== null && <span>{money(product.price)}</span>}
            <StatusBadge status={product.status} />
          </p>
        ) : (
          <p className="text-xs text-muted">This listing is no longer online.</p>
        )}
      </div>
      {product.id && (
        <Link
          to={`/products/${product.id}`}
          className="inline-flex min-h-11 shrink-0 items-center pr-2 pl-1 text-sm font-semibold text-accent after:absolute after:inset-0"
        >
          View Product
        </Link>
      )}
    </div>
  )
}
