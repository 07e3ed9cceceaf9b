import { useId, useState } from 'react'
import { idMark } from '#contract/id-mark.ts'
import type { ProductCard } from '#contract/products.ts'
import { findHiddenReason } from '#web/blocks/hidden-people.ts'
import { cardHeart } from '#web/favourites/FavouriteButton.tsx'
import { useSideFilters } from '#web/platform/browser/use-wide-screen.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { ProductGrid } from '#web/products/ProductGrid.tsx'

export interface ProductRowProps {
  title: string
  products: ProductCard[]
  /** Address of the complete list. */
  moreAt?: string
}

/** Number of products in a row: one line of the widest screen. */
export const ROW_LENGTH = 6

/** True if none of the products may be shown: there are none, or the viewer blocked or reported all of them. */
export const areHidden = (products: readonly ProductCard[]): boolean =>
  products.every(({ seller, id }) => findHiddenReason(seller, idMark(id)))

/** Number of cards of a row in sight on a phone. */
const IN_SIGHT = 3

/** A few products under a heading; draws nothing if there are none. */
export function ProductRow({ title, products, moreAt }: ProductRowProps) {
  const id = useId()
  const isWide = useSideFilters()
  const [isScrolled, setScrolled] = useState(false)
  if (areHidden(products)) return null
  return (
    <section aria-labelledby={id} className="mt-4">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        {moreAt && (
          <Link to={moreAt} className="link lone-link">
            See all
          </Link>
        )}
      </div>
      <ProductGrid
        actionOf={cardHeart}
        products={products}
        headingLevel={3}
        className="product-grid product-row"
        photosMax={isWide || isScrolled ? undefined : IN_SIGHT}
        onScroll={() => setScrolled(true)}
      />
    </section>
  )
}
