import type { Context } from '#server/context.ts'
import { notify } from '#server/notifications/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { sellerName } from '#server/products/seller.ts'
import { selectDueReviews, showBuyerReviews, showProductReviews } from './deal-queries.ts'
import { buyerReviewText, reviewText } from './rules.ts'

/** Reviews of each kind that are shown at most in one run of the job. */
const PER_RUN = 2000

type Deps = Pick<Context, 'changes' | 'jobs'>
type Waiting = Parameters<typeof showProductReviews>[1]

interface ProductReview {
  id: string
  productId: string
  sellerId: string
  reviewer: string
  reviewerId: string | null
  title: string
  rating: number
}

/** Runs in the transaction that shows a review of a product. */
export async function announceReview(
  ctx: Deps,
  tx: Database,
  { id, productId, sellerId, ...review }: ProductReview,
): Promise<void> {
  await notify(ctx, tx, {
    to: [sellerId],
    type: 'other',
    content: reviewText(review),
    actionUrl: `/products/${productId}`,
    reviewId: id,
    ...(review.reviewerId !== null && { causedBy: review.reviewerId }),
  })
  await ctx.changes.announce(tx, 'pages', [productKey(productId), sellerKey(sellerId)])
}

/** Runs in the transaction that shows a review of a buyer. */
export async function announceBuyerReview(
  ctx: Deps,
  tx: Database,
  { buyerId, sellerId, title }: { buyerId: string; sellerId: string | null; title: string },
): Promise<void> {
  await notify(ctx, tx, {
    to: [buyerId],
    type: 'other',
    content: buyerReviewText(title),
    actionUrl: `/sellers/${buyerId}#as-a-buyer`,
    ...(sellerId !== null && { causedBy: sellerId }),
  })
  await ctx.changes.announce(tx, 'pages', [sellerKey(buyerId)])
}

/** Shows the waiting review of the product, and tells the seller. */
export async function showToSeller(ctx: Deps, tx: Database, of: Waiting): Promise<void> {
  for (const { id, title, rating, ...row } of await showProductReviews(tx, of))
    await announceReview(ctx, tx, {
      id,
      productId: row.product_id,
      sellerId: row.seller_id,
      reviewer: sellerName(row),
      reviewerId: row.reviewer_id,
      title,
      rating,
    })
}

/** Shows the waiting review of the buyer, and tells the buyer. */
export async function showToBuyer(ctx: Deps, tx: Database, of: Waiting): Promise<void> {
  for (const { buyer_id: buyerId, seller_id: sellerId, title } of await showBuyerReviews(tx, of))
    await announceBuyerReview(ctx, tx, { buyerId, sellerId, title })
}

/** Shows reviews whose time is over, each in a transaction of its own. One that fails does not stop the others. */
export async function showDueReviews(ctx: Deps & Pick<Context, 'db' | 'log'>): Promise<void> {
  const kinds = [
    ['product_reviews', showToSeller],
    ['buyer_reviews', showToBuyer],
  ] as const
  for (const [table, show] of kinds)
    for (const dueId of await selectDueReviews(ctx.db, table, PER_RUN))
      try {
        await ctx.db.transaction().execute((tx) => show(ctx, tx, { dueId }))
      } catch (error) {
        ctx.log.error({ err: error, review: dueId }, 'a review could not be shown')
      }
}
