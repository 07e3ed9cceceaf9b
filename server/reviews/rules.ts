import type { ReviewBar } from '#contract/reviews.ts'

interface ReviewedProduct {
  status: string
  seller_id: string
  buyer_id: string | null
}

/**
 * What keeps a person from reviewing a product (SPEC 6): it is their own, or it is sold to somebody else. Whom it
 * was sold to may review it.
 */
export function reviewBar(product: ReviewedProduct, personId: string): Exclude<ReviewBar, 'reviewed'> | null {
  if (product.seller_id === personId) return 'seller'
  return product.status === 'sold' && product.buyer_id !== personId ? 'sold' : null
}
