import { REVIEWS_PER_PAGE } from '#contract/limits.ts'
import type { OwnReview, Review } from '#contract/reviews.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { listPage, parseListCursor } from './list-cursor.ts'
import * as queries from './queries.ts'
import { toReview } from './review.ts'
import { reviewBar } from './rules.ts'

/** Lists reviews, first those that count towards the product's rating. Throws product-not-found. */
export async function listReviews(
  { db }: Pick<Context, 'db'>,
  { productId, cursor }: { productId: string; cursor?: string },
): Promise<{ items: Review[]; nextCursor: string | null }> {
  const rows = await queries.selectReviews(db, productId, parseListCursor(cursor), REVIEWS_PER_PAGE + 1)
  if (rows.length === 0 && !(await queries.selectIsPublic(db, productId))) {
    throw new AppError('product-not-found')
  }
  return listPage(rows, REVIEWS_PER_PAGE, toReview)
}

/** Returns the person's review of this product, or whether they may write one. Throws product-not-found. */
export async function getOwnReview(
  { db, personHashes }: Pick<Context, 'db' | 'personHashes'>,
  { productId, userId }: { productId: string; userId: string },
): Promise<OwnReview> {
  const product = await queries.selectReviewedProduct(db, productId, userId)
  if (!product) throw new AppError('product-not-found')
  const row = await queries.selectReviewBy(db, productId, userId)
  if (row) return { review: toReview(row), bar: 'reviewed' }
  const bar = reviewBar(product, userId)
  if (bar) return { review: null, bar }
  const mailbox = await personHashes.hashOfAccount(db, userId)
  const isReviewed = mailbox !== undefined && (await queries.selectIsReviewedFrom(db, productId, mailbox))
  return {
    review: null,
    bar: isReviewed ? 'reviewed' : null,
    ...(product.has_deal && { deal: { waitsUntil: product.review_waits_until } }),
  }
}

/** Runs before the person is deleted: with a new account they may not review the same products again. */
export const saveReviewerMailbox = (
  tx: Database,
  { userId, mailbox }: { userId: string; mailbox: Buffer },
): Promise<void> => queries.updateReviewerMailbox(tx, userId, mailbox)
