import { REVIEWS_PER_PAGE } from '#contract/limits.ts'
import type { Review } from '#contract/reviews.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { newestPage, parseNewestCursor } from '#server/db/newest-page.ts'
import { type ReviewRow, selectIsPublic, selectReviews } from './queries.ts'

export interface ReviewsService {
  list(productId: string, cursor?: string): Promise<{ items: Review[]; nextCursor: string | null }>
}

const toReview = (row: ReviewRow): Review => ({
  id: row.id,
  rating: row.rating,
  title: row.title,
  comment: row.comment,
  createdAt: row.created_at,
  // SPEC 3: another person is called by full name, then username, then 'Unknown User'.
  reviewer: { name: row.full_name || row.username || 'Unknown User', avatar: row.avatar_url },
})

export function reviewsService({ db }: { db: Database }): ReviewsService {
  return {
    async list(productId, cursor) {
      const after = parseNewestCursor(cursor)
      const rows = await selectReviews(db, productId, after, REVIEWS_PER_PAGE + 1)
      if (rows.length === 0 && !(await selectIsPublic(db, productId))) throw new AppError('product-not-found')
      return newestPage(rows, REVIEWS_PER_PAGE, toReview)
    },
  }
}
