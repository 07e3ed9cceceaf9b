import { isolated } from '#contract/isolated.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { ReviewBar } from '#contract/reviews.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'

const WRITES_PER_HOUR = { attempts: 30, seconds: 60 * 60 }

export const countWrite = (limiter: RateLimiter, userId: string): Promise<void> =>
  limiter.take(`review:${userId}`, WRITES_PER_HOUR)

interface ReviewedProduct {
  status: string
  seller_id: string
  buyer_id: string | null
  /** Whether this person confirmed a deal about it. */
  has_deal: boolean
}

type ProductBar = Exclude<ReviewBar, 'reviewed'>

export const BAR_REFUSALS = {
  seller: 'own-product-review',
  sold: 'review-closed',
} as const satisfies Record<ProductBar, ProblemCode>

/**
 * The reason why a person may not review a product (SPEC 6): they sell it, or it is sold to another person. A confirmed
 * deal cannot be taken back by selling it again. Null if they may.
 */
export function reviewBar(product: ReviewedProduct, userId: string): ProductBar | null {
  if (product.seller_id === userId) return 'seller'
  return product.status === 'sold' && product.buyer_id !== userId && !product.has_deal ? 'sold' : null
}

/**
 * Below this likeness a renamed listing is another thing, whose earlier reviews no longer count; 1 is the
 * same title.
 */
export const SAME_TITLE_LIKENESS = 0.5

export const reviewText = (review: { reviewer: string; title: string; rating: number }): string =>
  `${isolated(review.reviewer)} reviewed "${isolated(review.title)}": ${review.rating} of 5 stars`

/** It names nobody, so that it stays true after its writer has left. */
export const buyerReviewText = (title: string): string =>
  `The seller of "${isolated(title)}" reviewed you after your deal`

export const replyText = (title: string): string => `The seller of "${isolated(title)}" answered your review`
