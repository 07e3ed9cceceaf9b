import type { Review, ReviewForm } from '#contract/reviews.ts'
import { haveSharedAccess } from '#server/access-traces/service.ts'
import { requireUnblocked } from '#server/blocks/service.ts'
import type { Context } from '#server/context.ts'
import { deleteReviewNotifications, notify } from '#server/notifications/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import * as queries from './queries.ts'
import { toReview } from './review.ts'
import { BAR_REFUSALS, countWrite, replyText, reviewBar } from './rules.ts'
import { announceReview, showToBuyer } from './showing.ts'

type Deps = Pick<Context, 'db' | 'limiter' | 'changes'>
interface OwnReview {
  userId: string
  reviewId: string
}

/** Cache keys of pages that show a review or the ratings that it counts towards. */
const keysAround = (review: { product_id: string; seller_id: string | null }) =>
  review.seller_id === null
    ? [productKey(review.product_id)]
    : [productKey(review.product_id), sellerKey(review.seller_id)]

async function getReview(tx: Database, id: string): Promise<Review> {
  const row = await queries.selectReview(tx, id)
  if (!row) throw new AppError('review-not-found')
  return toReview(row)
}

/**
 * Locks the product until the transaction ends. Throws product-not-found, own-product-review, review-closed,
 * person-blocked, person-unavailable.
 */
async function requireReviewable(tx: Database, productId: string, userId: string) {
  const product = await queries.lockReviewedProduct(tx, productId, userId)
  if (!product) throw new AppError('product-not-found')
  const bar = reviewBar(product, userId)
  if (bar) throw new AppError(BAR_REFUSALS[bar])
  // A review of a deal is not a message to the other: a block must not silence the one of the two.
  if (!product.has_deal) requireUnblocked(product.block)
  return product
}

/**
 * Throws product-not-found, own-product-review, review-closed, already-reviewed, person-blocked,
 * person-unavailable.
 */
export async function createReview(
  ctx: Deps & Pick<Context, 'jobs' | 'personHashes'>,
  { productId, userId, form }: { productId: string; userId: string; form: ReviewForm },
): Promise<Review> {
  const { db, limiter, personHashes } = ctx
  await countWrite(limiter, userId)
  return db.transaction().execute(async (tx) => {
    const { seller_id: sellerId, title } = await requireReviewable(tx, productId, userId)
    const mailbox = await personHashes.hashOfAccount(tx, userId)
    const sellerMailbox = await personHashes.hashOfAccount(tx, sellerId)
    if (mailbox && sellerMailbox?.equals(mailbox)) throw new AppError(BAR_REFUSALS.seller)
    const id = await queries.insertReview(tx, {
      productId,
      reviewerId: userId,
      mailbox,
      // Such a review does not count. The reviewer is not informed, so that nobody learns what to change.
      sharesAccess: await haveSharedAccess(tx, { accountId: userId, otherAccountId: sellerId }),
      form,
    })
    if (id === undefined) throw new AppError('already-reviewed')
    const review = await getReview(tx, id)
    if (review.waitsUntil !== undefined) return review
    const { name: reviewer } = review.reviewer
    await announceReview(ctx, tx, {
      id,
      productId,
      sellerId,
      reviewer,
      reviewerId: userId,
      title,
      rating: form.rating,
    })
    await showToBuyer(ctx, tx, { productId, buyerId: userId })
    return review
  })
}

/** Throws review-not-found, person-blocked, person-unavailable. */
export async function updateReview(
  { db, limiter, changes }: Deps,
  { reviewId, userId, form }: OwnReview & { form: ReviewForm },
): Promise<Review> {
  await countWrite(limiter, userId)
  return db.transaction().execute(async (tx) => {
    const own = await queries.lockOwnReview(tx, reviewId, userId)
    if (!own) throw new AppError('review-not-found')
    if (!own.has_deal) requireUnblocked(own.block)
    await queries.updateReview(tx, reviewId, form)
    await changes.announce(tx, 'pages', keysAround(own))
    return getReview(tx, reviewId)
  })
}

/** Throws review-not-found. */
export async function deleteReview(
  { db, changes, unreadBadges }: Pick<Context, 'db' | 'changes' | 'unreadBadges'>,
  { reviewId, userId }: OwnReview,
): Promise<void> {
  const readers = await db.transaction().execute(async (tx) => {
    // The review is locked before its notifications, as when its product is deleted.
    const own = await queries.lockOwnReview(tx, reviewId, userId)
    if (!own) throw new AppError('review-not-found')
    const notified = await deleteReviewNotifications(tx, reviewId)
    await queries.deleteReview(tx, reviewId)
    await changes.announce(tx, 'pages', keysAround(own))
    return notified
  })
  for (const readerId of readers) unreadBadges.update(readerId)
}

/**
 * Adds the only reply of the product's seller. Throws review-not-found, already-answered, person-blocked,
 * person-unavailable.
 */
export async function replyToReview(
  ctx: Deps & Pick<Context, 'jobs'>,
  { reviewId, userId, text }: OwnReview & { text: string },
): Promise<Review> {
  const { db, limiter, changes } = ctx
  await countWrite(limiter, userId)
  return db.transaction().execute(async (tx) => {
    const review = await queries.lockReviewOfSeller(tx, reviewId, userId)
    if (!review) throw new AppError('review-not-found')
    requireUnblocked(review.block)
    if (review.reply !== null) throw new AppError('already-answered')
    await queries.updateReply(tx, reviewId, text)
    if (review.reviewer_id !== null) {
      await notify(ctx, tx, {
        to: [review.reviewer_id],
        type: 'other',
        content: replyText(review.title),
        actionUrl: `/products/${review.product_id}`,
        reviewId,
      })
    }
    await changes.announce(tx, 'pages', [productKey(review.product_id)])
    return getReview(tx, reviewId)
  })
}
