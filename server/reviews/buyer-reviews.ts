import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import type { BuyerReview, BuyerReviewForm } from '#contract/agreements/buyer-reviews.ts'
import { REVIEWS_PER_PAGE } from '#contract/limits.ts'
import { haveSharedAccess } from '#server/access-traces/service.ts'
import type { Context } from '#server/context.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { sellerKey } from '#server/platform/http/cdn/keys.ts'
import * as queries from './deal-queries.ts'
import { countWrite } from './rules.ts'
import { announceBuyerReview, showToSeller } from './showing.ts'

type Deps = Pick<Context, 'changes' | 'db' | 'limiter'>

interface OwnDeal {
  userId: string
  dealId: string
}

type Written = OwnDeal & { form: BuyerReviewForm }

/**
 * Reviews the buyer of a deal, and shows what the buyer wrote. Throws deal-not-found, deal-already-reviewed,
 * deal-review-closed. A block does not matter, because it must not silence one of the two.
 */
export async function createBuyerReview(
  ctx: Deps & Pick<Context, 'jobs'>,
  { userId, dealId, form }: Written,
): Promise<void> {
  await countWrite(ctx.limiter, userId)
  await ctx.db.transaction().execute(async (tx) => {
    const deal = await queries.lockDeal(tx, dealId, userId)
    if (!deal) throw new AppError('deal-not-found')
    if (await queries.selectIsReviewed(tx, dealId)) throw new AppError('deal-already-reviewed')
    if (!deal.can_review) throw new AppError('deal-review-closed')
    const { buyer_id: buyerId, product_id: productId, title } = deal
    const sharesAccess = await haveSharedAccess(tx, { accountId: userId, otherAccountId: buyerId })
    const isShown = await queries.insertBuyerReview(tx, { deal, sharesAccess, form })
    if (isShown) await announceBuyerReview(ctx, tx, { buyerId, sellerId: userId, title })
    if (productId !== null) await showToSeller(ctx, tx, { productId, buyerId })
  })
}

/** Throws review-not-found, deal-review-closed. */
export async function updateBuyerReview(
  { db, limiter }: Deps,
  { userId, dealId, form }: Written,
): Promise<void> {
  await countWrite(limiter, userId)
  await db.transaction().execute(async (tx) => {
    const own = await queries.lockOwnBuyerReview(tx, dealId, userId)
    if (!own) throw new AppError('review-not-found')
    if (own.waits_until === null) throw new AppError('deal-review-closed')
    await queries.updateBuyerReview(tx, dealId, form)
  })
}

/** Throws review-not-found. */
export async function deleteBuyerReview(
  { db, changes }: Pick<Context, 'changes' | 'db'>,
  { userId, dealId }: OwnDeal,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const own = await queries.lockOwnBuyerReview(tx, dealId, userId)
    if (!own) throw new AppError('review-not-found')
    await queries.deleteBuyerReview(tx, dealId)
    await changes.announce(tx, 'pages', [sellerKey(own.buyer_id)])
  })
}

const toBuyerReview = (row: queries.BuyerReviewRow): BuyerReview => ({
  id: row.id,
  rating: row.rating,
  chips: row.chips,
  words: row.words,
  createdAt: row.created_at,
  seller: {
    id: row.seller_id,
    name: row.full_name || row.username || UNKNOWN_USER,
    avatar: row.avatar_url,
  },
})

/** Lists what sellers wrote about a buyer, newest first. Throws seller-not-found. */
export async function listBuyerReviews(
  { db }: Pick<Context, 'db'>,
  { buyerId, cursor }: { buyerId: string; cursor?: string },
): Promise<{ items: BuyerReview[]; nextCursor: string | null }> {
  const rows = await queries.selectBuyerReviews(db, buyerId, parseNewestCursor(cursor), REVIEWS_PER_PAGE + 1)
  if (rows.length === 0 && !(await queries.selectPersonExists(db, buyerId)))
    throw new AppError('seller-not-found')
  return newestPage(rows, REVIEWS_PER_PAGE, toBuyerReview)
}
