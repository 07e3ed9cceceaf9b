import type { ReactNode } from 'react'
import { idMark } from '#contract/id-mark.ts'
import type { ProductCard as Card } from '#contract/products.ts'
import { useDistance } from '#web/area/distances.ts'
import { useHiddenReason } from '#web/blocks/hidden-people.ts'
import { PRODUCT_CHOICES } from '#contract/selling/choices.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Photo, PhotoUnavailable } from '#web/platform/ui/pictures/Photo.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { Price } from './Price.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { locationText } from './texts.ts'

const DAY_MS = 86_400_000

export const isNewToday = ({ createdAt }: Card, now: number) => now - Date.parse(createdAt) < DAY_MS

function CardMark({ product, marksNew }: { product: Card; marksNew: boolean }) {
  const isNew = isNewToday(product, useNow())
  if (product.status === 'available' && isNew && marksNew)
    return <span className="badge card-badge">New today</span>
  return <StatusBadge status={product.status} className="card-badge" />
}

/** '128 GB · Like new' or 'Was GH₵1,200 · Like new', with a mark if the seller's phone number is verified. */
function CardFacts({ telling, condition, isVerified, was }: Card) {
  const money = useMoney()
  const first = was ? `Was ${money(was, 0)}` : telling
  return (
    <span dir="auto" className="card-facts">
      <span>{[first, PRODUCT_CHOICES.condition.texts[condition]].filter(Boolean).join(' · ')}</span>
      {isVerified && <span role="img" aria-label="Verified seller" className="verified-mark" />}
    </span>
  )
}

interface ProductCardProps {
  product: Card
  headingLevel: 2 | 3
  /** 'none' leaves the photo out until the person comes near. */
  priority: 'first' | 'eager' | 'lazy' | 'none'
  opensDocument?: boolean | undefined
  action?: ReactNode
  /** Whether the card says 'New today' if that is true. */
  marksNew?: boolean
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
  marksNew = false,
  children,
}: ProductCardProps) {
  const distance = useDistance(product)
  const Heading = `h${headingLevel}` as const
  // Only this device hides it: the page is the same for everyone.
  if (useHiddenReason(product.seller, idMark(product.id))) return null
  return (
    <li className="card-frame">
      <Link to={`/products/${product.id}`} reloadDocument={opensDocument} className="product-card">
        {product.photo && priority === 'none' && <span className="photo card-photo block" />}
        {product.photo && priority !== 'none' && (
          <Photo
            photo={product.photo}
            alt=""
            sizes={SIZES}
            maxWidth={640}
            thrifty
            priority={priority}
            className="card-photo"
          />
        )}
        {!product.photo && <PhotoUnavailable className="card-photo" />}
        <CardMark product={product} marksNew={marksNew} />
        <div className="card-text">
          <Price amount={product.price} className="price card-price" />
          {children}
          <Heading dir="auto" className="card-title">
            {product.title}
          </Heading>
          <CardFacts {...product} />
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
