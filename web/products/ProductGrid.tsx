import type { ReactNode } from 'react'
import type { ProductCard as Card } from '#contract/products.ts'
import { ProductCard } from './ProductCard.tsx'

interface ProductGridProps {
  products: Card[]
  headingLevel: 2 | 3
  /** How many pictures are seen at once on a wide screen; the first loads before all else. */
  eager: number
  /** Whether cards open the page as a document, which is what the device has saved. */
  opensDocument?: boolean
  /** A button over the corner of each picture. */
  actionOf?: (product: Card) => ReactNode
  /** On a phone one row, to be scrolled to its side. */
  isRow?: boolean
}

const priorityAt = (index: number, eager: number) => {
  if (index >= eager) return 'lazy'
  return index === 0 ? 'first' : 'eager'
}

export function ProductGrid({
  products,
  headingLevel,
  eager,
  opensDocument,
  actionOf,
  isRow = false,
}: ProductGridProps) {
  return (
    <ul className={isRow ? 'product-grid product-row' : 'product-grid'}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          headingLevel={headingLevel}
          priority={priorityAt(index, eager)}
          opensDocument={opensDocument}
          action={actionOf?.(product)}
        />
      ))}
    </ul>
  )
}
