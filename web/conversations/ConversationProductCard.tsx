import type { Conversation } from '#contract/conversations/conversations.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'

function StatusBadge({ status }: Pick<Conversation['product'], 'status'>) {
  if (status === 'sold') return <span className="badge badge-sold">Sold</span>
  return status === 'reserved' ? <span className="badge badge-gold">Reserved</span> : null
}

/** One line in the header: what it is about; all of it leads there. */
export function ConversationProductCard({ product }: Pick<Conversation, 'product'>) {
  const money = useMoney()
  return (
    <div className="talked-about">
      {product.photo ? (
        <Photo
          photo={product.photo}
          alt=""
          sizes="48px"
          maxWidth={320}
          priority="eager"
          className="talked-about-photo"
        />
      ) : (
        <span className="photo talked-about-photo" />
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-sm">
          {product.title}
        </p>
        {product.id ? (
          <p className="talked-about-price">
            {product.price !== null && <span>{money(product.price)}</span>}
            <StatusBadge status={product.status} />
          </p>
        ) : (
          <p className="text-xs text-muted">This listing is no longer online.</p>
        )}
      </div>
      {product.id && (
        <Link to={`/products/${product.id}`} className="talked-about-link">
          View Product
        </Link>
      )}
    </div>
  )
}
