import type { Conversation } from '#contract/conversations/conversations.ts'
import { useMoney } from '#web/app/public-config.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Photo } from '#web/platform/ui/Photo.tsx'

function StatusBadge({ status }: Pick<Conversation['product'], 'status'>) {
  if (status === 'sold') return <span className="badge badge-sold">Sold</span>
  return status === 'reserved' ? <span className="badge badge-gold">Reserved</span> : null
}

export function ConversationProductCard({ product }: Pick<Conversation, 'product'>) {
  const money = useMoney()
  return (
    <div className="talked-about">
      {product.photo ? (
        <Photo
          photo={product.photo}
          alt=""
          sizes="(min-width: 64rem) 18rem, 56px"
          maxWidth={640}
          priority="eager"
          className="talked-about-photo"
        />
      ) : (
        <span className="photo talked-about-photo" />
      )}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-sm font-semibold">{product.title}</p>
        {product.id ? (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            {product.price !== null && money(product.price)}
            <StatusBadge status={product.status} />
          </p>
        ) : (
          <p className="text-sm text-muted">This listing was deleted.</p>
        )}
      </div>
      {product.id && (
        <Link to={`/products/${product.id}`} className="button button-quiet">
          View Product
        </Link>
      )}
    </div>
  )
}
