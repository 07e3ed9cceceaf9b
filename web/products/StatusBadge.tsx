import type { ProductCard } from '#contract/products.ts'

interface StatusBadgeProps {
  status: ProductCard['status']
  className?: string
}

/** Draws nothing for available products. */
export function StatusBadge({ status, className = '' }: StatusBadgeProps) {
  if (status === 'available') return null
  const isSold = status === 'sold'
  return (
    <span className={`badge badge-${isSold ? 'sold' : 'reserved'} ${className}`}>
      {isSold ? 'Sold' : 'Reserved'}
    </span>
  )
}
