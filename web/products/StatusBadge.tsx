import type { ProductCard } from '#contract/products.ts'

interface StatusBadgeProps {
  status: ProductCard['status']
  className?: string
}

/** Classes are spelled out, so that a first view gets no others. */
const LOOKS = { sold: ['badge badge-sold', 'Sold'], reserved: ['badge badge-reserved', 'Reserved'] } as const

/** Draws nothing for available products. */
export function StatusBadge({ status, className = '' }: StatusBadgeProps) {
  if (status === 'available') return null
  const [look, text] = LOOKS[status]
  return <span className={`${look} ${className}`}>{text}</span>
}
