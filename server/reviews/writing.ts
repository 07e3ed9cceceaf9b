import type { ProblemCode } from '#contract/problem.ts'
import type { Review, ReviewForm } from '#contract/reviews.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import * as queries from './queries.ts'
import { toReview } from './review.ts'
import { reviewBar } from './rules.ts'

const WRITES_AN_HOUR = { tries: 30, seconds: 60 * 60 }

const BARRED = { seller: 'own-product-review', sold: 'review-closed' } as const satisfies Record<
  string,
  ProblemCode
>

export interface ReviewsParts {
  db: Database
  limiter: RateLimiter
  changes: PublicChanges
  notifications: Pick<NotificationsService, 'notify' | 'retractReview' | 'unreadChanged'>
}

const pathOf = (productId: string) => `/products/${productId}`

async function read(tx: Database, id: string): Promise<Review> {
  const row = await queries.selectReview(tx, id)
  if (!row) throw new AppError('review-not-found')
  return toReview(row)
}

const takeWrite = (limiter: RateLimiter, personId: string) =>
  limiter.take(`review:${personId}`, WRITES_AN_HOUR)

/** One's own review: written, changed, taken back. */
export function reviewWriting({ db, limiter, changes, notifications }: ReviewsParts) {
  return {
    async create(productId: string, reviewerId: string, form: ReviewForm): Promise<Review> {
      await takeWrite(limiter, reviewerId)
      return db.transaction().execute(async (tx) => {
        const product = await queries.lockReviewed(tx, productId)
        if (!product) throw new AppError('product-not-found')
        const bar = reviewBar(product, reviewerId)
        if (bar) throw new AppError(BARRED[bar])
        const id = await queries.insertReview(tx, { productId, reviewerId, form })
        if (id === undefined) throw new AppError('already-reviewed')
        const review = await read(tx, id)
        await notifications.notify(tx, {
          to: [product.seller_id],
          type: 'other',
          content: `${review.reviewer.name} reviewed "${product.title}": ${form.rating} of 5 stars`,
          actionUrl: pathOf(productId),
          reviewId: id,
        })
        await changes.announce(tx, 'pages')
        return review
      })
    },

    async edit(id: string, reviewerId: string, form: ReviewForm): Promise<Review> {
      await takeWrite(limiter, reviewerId)
      return db.transaction().execute(async (tx) => {
        if (!(await queries.updateReview(tx, id, reviewerId, form))) throw new AppError('review-not-found')
        await changes.announce(tx, 'pages')
        return read(tx, id)
      })
    },

    async remove(id: string, reviewerId: string): Promise<void> {
      const toldOfIt = await db.transaction().execute(async (tx) => {
        // First the review, then its news: as when its product goes.
        if (!(await queries.lockReviewOf(tx, id, reviewerId))) throw new AppError('review-not-found')
        const told = await notifications.retractReview(tx, id)
        await queries.removeReview(tx, id)
        await changes.announce(tx, 'pages')
        return told
      })
      for (const personId of toldOfIt) notifications.unreadChanged(personId)
    },
  }
}

/** The answer of a product's seller, once. */
export function reviewAnswering({ db, limiter, changes, notifications }: ReviewsParts) {
  return {
    async reply(id: string, sellerId: string, text: string): Promise<Review> {
      await takeWrite(limiter, sellerId)
      return db.transaction().execute(async (tx) => {
        const review = await queries.lockAnswerable(tx, id, sellerId)
        if (!review) throw new AppError('review-not-found')
        if (review.reply !== null) throw new AppError('already-answered')
        await queries.setReply(tx, id, text)
        if (review.reviewer_id !== null) {
          await notifications.notify(tx, {
            to: [review.reviewer_id],
            type: 'other',
            content: `The seller of "${review.title}" answered your review`,
            actionUrl: pathOf(review.product_id),
            reviewId: id,
          })
        }
        await changes.announce(tx, 'pages')
        return read(tx, id)
      })
    },
  }
}
