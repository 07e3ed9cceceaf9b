import type { ReactNode } from 'react'
import type { ProductCard as Card } from '#contract/products.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { isNewToday, ProductCard } from './ProductCard.tsx'

interface ProductGridProps {
  products: Card[]
  headingLevel: 2 | 3
  /**
   * Whether its first picture is the page's main one, which loads before all else; other pictures load after layout.
   */
  isMain?: boolean
  /** Whether cards open the page as a document, because the device has saved it as one. */
  opensDocument?: boolean
  /** A button over the corner of each picture. */
  actionOf?: (product: Card) => ReactNode
  /** Number of cards that show their photo; all by default. */
  photosMax?: number
  onScroll?: () => void
  /** Whether cards say 'New today', unless all of them would. */
  marksNew?: boolean
  className?: string
}

export function ProductGrid({
  products,
  headingLevel,
  isMain = false,
  opensDocument,
  actionOf,
  className = 'product-grid',
  marksNew = false,
  photosMax = Infinity,
  onScroll,
}: ProductGridProps) {
  const now = useNow()
  const tellsNew = marksNew && !products.every((product) => isNewToday(product, now))
  return (
    <ul className={className} onScroll={onScroll}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          headingLevel={headingLevel}
          priority={index >= photosMax ? 'none' : isMain && index === 0 ? 'first' : 'lazy'}
          opensDocument={opensDocument}
          action={actionOf?.(product)}
          marksNew={tellsNew}
        />
      ))}
    </ul>
  )
}

/** Placeholder of a grid of products that loads. */
export function GridSkeleton() {
  return (
    <div className="product-grid" aria-busy="true">
      {Array.from({ length: 8 }, (_, column) => (
        <div key={column} className="skeleton aspect-[4/5]" />
      ))}
    </div>
  )
}
