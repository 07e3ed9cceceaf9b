import { REVIEWS_PER_PAGE } from '#contract/limits.ts'
import type { OwnReview } from '#contract/reviews.ts'
import { AppError } from '#server/app-error.ts'
import { newestPage, parseNewestCursor } from '#server/db/newest-page.ts'
import * as queries from './queries.ts'
import { toReview } from './review.ts'
import { reviewBar } from './rules.ts'
import { reviewAnswering, reviewWriting, type ReviewsParts } from './writing.ts'

export type ReviewsService = ReturnType<typeof reviewsService>

/** What people say of products. Averages are worked out when they are read, so none can go wrong. */
export function reviewsService(parts: ReviewsParts) {
  const { db } = parts
  return {
    async list(productId: string, cursor?: string) {
      const after = parseNewestCursor(cursor)
      const rows = await queries.selectReviews(db, productId, after, REVIEWS_PER_PAGE + 1)
      if (rows.length === 0 && !(await queries.selectIsPublic(db, productId))) {
        throw new AppError('product-not-found')
      }
      return newestPage(rows, REVIEWS_PER_PAGE, toReview)
    },

    async own(productId: string, personId: string): Promise<OwnReview> {
      const product = await queries.selectReviewed(db, productId)
      if (!product) throw new AppError('product-not-found')
      const row = await queries.selectReviewBy(db, productId, personId)
      if (row) return { review: toReview(row), bar: 'reviewed' }
      return { review: null, bar: reviewBar(product, personId) }
    },

    ...reviewWriting(parts),
    ...reviewAnswering(parts),
  }
}
