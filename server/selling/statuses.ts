import type { OwnProduct } from '#contract/selling/selling.ts'
import type { Context } from '#server/context.ts'
import { confirmSale, emitEnded, findPromise, tellWriters } from '#server/agreements/service.ts'
import { notifySold } from '#server/favourites/service.ts'
import { notify } from '#server/notifications/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { sellerName } from '#server/products/seller.ts'
import { productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { type OwnProductId, requireOwn, requireVersion } from './own-product.ts'
import { lockOwn, type OwnRow, selectInterested, selectOwn, updateStatus } from './queries.ts'
import { buyerAfter, buyerText, PUBLIC_EDITS_PER_HOUR, soldText, type StatusChange } from './rules.ts'
import { getOwnProduct } from './service.ts'

const INTERESTED_MAX = 50

type Deps = Pick<
  Context,
  'changes' | 'db' | 'guard' | 'jobs' | 'limiter' | 'live' | 'pushTimer' | 'signer' | 'site' | 'unreadBadges'
>

async function requireInterested(tx: Database, productId: string, userId: string): Promise<void> {
  const [person] = await selectInterested(tx, productId, { limit: 1, userId })
  if (!person) throw new AppError('buyer-unknown')
}

/**
 * Notifies the seller of a sale, people who have it among their favourites, and the buyer (SPEC 9: sale,
 * purchase).
 */
async function notifyStatus(
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { row, status, buyerId }: { row: OwnRow } & Pick<StatusChange, 'status'> & { buyerId: string | null },
): Promise<void> {
  const actionUrl = `/products/${row.id}`
  if (status === 'sold' && row.status !== 'sold') {
    await notify(ctx, tx, { to: [row.seller_id], type: 'sale', content: soldText(row.title), actionUrl })
    await notifySold(ctx, tx, { product: row, buyerId })
  }
  if (status !== row.status && (status === 'sold' || (status === 'available' && row.status === 'reserved'))) {
    await tellWriters(ctx, tx, {
      productId: row.id,
      title: row.title,
      sellerId: row.seller_id,
      buyerId: buyerId ?? row.buyer_id,
      status,
    })
  }
  if (buyerId === null) return
  await notify(ctx, tx, {
    to: [buyerId],
    type: 'purchase',
    content: buyerText(row.title, status),
    actionUrl,
    causedBy: row.seller_id,
  })
}

type NewStatus = Pick<StatusChange, 'status'> & { buyerId: string | null }

/** Runs in the transaction. Returns the agreement about the product, which the database ends if it differs. */
async function changeStatus(
  ctx: Deps,
  tx: Database,
  { row, version, status, buyerId }: NewStatus & { row: OwnRow; version: number },
): Promise<string | undefined> {
  const { id, seller_id: sellerId } = row
  const isNewStatus = row.status !== status
  if (!isNewStatus && buyerId === row.buyer_id) return undefined
  await requireVersion(tx, row, version)
  if (buyerId !== null && buyerId !== row.buyer_id) await requireInterested(tx, id, buyerId)
  const promise = await findPromise(tx, id)
  // The buyer has confirmed it, and the seller does so by marking it as sold to them.
  if (promise?.confirmed_by === 'buyer' && status === 'sold' && buyerId === promise.buyer_id) {
    await confirmSale(ctx, tx, { sellerId, promise })
    return promise.id
  }
  await updateStatus(tx, id, { status, buyer_id: buyerId, isNewStatus })
  await notifyStatus(ctx, tx, { row, status, buyerId })
  if (isNewStatus) await ctx.changes.announce(tx, 'market', [productKey(id), sellerKey(sellerId)])
  return promise?.id
}

/**
 * Does nothing if it already has this status and buyer. Throws product-not-found, not-published,
 * product-held, buyer-unknown for a buyer who did not write about it, changed-elsewhere.
 */
export async function setProductStatus(
  ctx: Deps,
  { sellerId, id, ...change }: OwnProductId & StatusChange,
): Promise<OwnProduct> {
  await ctx.limiter.take(`public-edits:${sellerId}`, PUBLIC_EDITS_PER_HOUR)
  const promised = await ctx.db.transaction().execute(async (tx) => {
    const row = requireOwn(await lockOwn(tx, sellerId, id))
    if (row.status === 'draft') throw new AppError('not-published')
    if (row.status === 'held') throw new AppError('product-held')
    const { version, status } = change
    return changeStatus(ctx, tx, { row, version, status, buyerId: buyerAfter(row.buyer_id, change) })
  })
  if (promised !== undefined) await emitEnded(ctx, [promised])
  return getOwnProduct(ctx, { sellerId, id })
}

/** Lists people who wrote about it and so may be its buyer. Throws product-not-found. */
export async function listInterestedBuyers({ db }: Pick<Context, 'db'>, { sellerId, id }: OwnProductId) {
  requireOwn(await selectOwn(db, sellerId, id))
  const rows = await selectInterested(db, id, { limit: INTERESTED_MAX })
  return rows.map((row) => ({ id: row.id, name: sellerName(row), avatar: row.avatar_url }))
}
