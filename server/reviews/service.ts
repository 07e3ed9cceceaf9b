import { REVIEWS_PER_PAGE } from '#contract/limits.ts'
import type { Review } from '#contract/reviews.ts'
import { AppError, invalidInput } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { type ReviewPlace, type ReviewRow, selectIsPublic, selectReviews } from './queries.ts'

export interface ReviewsService {
  list(productId: string, cursor?: string): Promise<{ items: Review[]; nextCursor: string | null }>
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/

function parseCursor(cursor: string): ReviewPlace {
  const [, createdAt, id] = CURSOR.exec(cursor) ?? []
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt))) {
    throw invalidInput([{ field: 'cursor', message: 'Unknown place in the list' }])
  }
  return { createdAt, id }
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
      const after = cursor === undefined ? null : parseCursor(cursor)
      const rows = await selectReviews(db, productId, after, REVIEWS_PER_PAGE + 1)
      if (rows.length === 0 && !(await selectIsPublic(db, productId))) throw new AppError('product-not-found')
      const shown = rows.slice(0, REVIEWS_PER_PAGE)
      const last = shown.at(-1)
      const nextCursor = rows.length > shown.length && last ? `${last.created_at}_${last.id}` : null
      return { items: shown.map(toReview), nextCursor }
    },
  }
}
