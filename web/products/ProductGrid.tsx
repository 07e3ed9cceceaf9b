import type { ProductCard as Card } from '#contract/products.ts'
import { ProductCard } from './ProductCard.tsx'

interface ProductGridProps {
  products: Card[]
  headingLevel: 2 | 3
  /** How many pictures are seen at once on a wide screen; the first loads before all else. */
  eager: number
}

const priorityAt = (place: number, eager: number) => {
  if (place >= eager) return 'lazy'
  return place === 0 ? 'first' : 'eager'
}

export function ProductGrid({ products, headingLevel, eager }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, place) => (
        <ProductCard
          key={product.id}
          product={product}
          headingLevel={headingLevel}
          priority={priorityAt(place, eager)}
        />
      ))}
    </ul>
  )
}
