import { useId } from 'react'
import { idMark } from '#contract/id-mark.ts'
import type { ProductCard } from '#contract/products.ts'
import { findHiddenReason } from '#web/blocks/hidden-people.ts'
import { cardHeart } from '#web/favourites/FavouriteButton.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { ProductGrid } from '#web/products/ProductGrid.tsx'

interface ProductRowProps {
  title: string
  products: ProductCard[] | undefined
  /** Address of the complete list. */
  moreAt?: string
}

/** A few products under a heading; draws nothing if there are none. */
export function ProductRow({ title, products, moreAt }: ProductRowProps) {
  const id = useId()
  if (!products || products.every(({ seller, id: productId }) => findHiddenReason(seller, idMark(productId))))
    return null
  return (
    <section aria-labelledby={id} className="mt-6">
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
      <ProductGrid actionOf={cardHeart} products={products} headingLevel={3} isRow />
    </section>
  )
}
