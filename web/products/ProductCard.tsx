import type { ReactNode } from 'react'
import { idMark } from '#contract/id-mark.ts'
import type { ProductCard as Card } from '#contract/products.ts'
import { useDistance } from '#web/area/distances.ts'
import { useHiddenReason } from '#web/blocks/hidden-people.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Photo, PhotoUnavailable } from '#web/platform/ui/pictures/Photo.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { locationText } from './texts.ts'

const DAY_MS = 86_400_000

function CardMark({ product: { status, createdAt } }: { product: Card }) {
  const isNew = useNow() - Date.parse(createdAt) < DAY_MS
  if (status !== 'available' || !isNew) return <StatusBadge status={status} className="card-badge" />
  return <span className="badge card-badge">New today</span>
}

interface ProductCardProps {
  product: Card
  headingLevel: 2 | 3
  priority: 'first' | 'eager' | 'lazy'
  opensDocument?: boolean | undefined
  action?: ReactNode
  /** Further details below the price. */
  children?: ReactNode
}

const SIZES = '(min-width: 1216px) 284px, (min-width: 768px) 30vw, 46vw'

export function ProductCard({
  product,
  headingLevel,
  priority,
  opensDocument,
  action,
  children,
}: ProductCardProps) {
  const money = useMoney()
  const distance = useDistance(product)
  const Heading = `h${headingLevel}` as const
  // Only this device hides it: the page is the same for everyone.
  if (useHiddenReason(product.seller, idMark(product.id))) return null
  return (
    <li className="card-frame">
      <Link to={`/products/${product.id}`} reloadDocument={opensDocument} className="product-card">
        {product.photo ? (
          <Photo
            photo={product.photo}
            alt=""
            sizes={SIZES}
            maxWidth={640}
            thrifty
            priority={priority}
            className="card-photo"
          />
        ) : (
          <PhotoUnavailable className="card-photo" />
        )}
        <CardMark product={product} />
        <div className="card-text">
          <span className="price card-price">{money(product.price)}</span>
          {children}
          <Heading dir="auto" className="card-title">
            {product.title}
          </Heading>
          <span className="card-place">
            <span dir="auto" className="truncate">
              {locationText(product)}
            </span>
            {distance ? (
              <span>
                {distance} · <RelativeTime iso={product.createdAt} />
              </span>
            ) : (
              <RelativeTime iso={product.createdAt} />
            )}
          </span>
        </div>
      </Link>
      {action}
    </li>
  )
}
