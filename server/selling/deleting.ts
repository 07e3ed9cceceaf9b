import type { Context } from '#server/context.ts'
import { listReviewNotificationReaders } from '#server/notifications/service.ts'
import { deletePhotosOfProduct } from '#server/photos/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { isHidden } from '#server/products/visibility.ts'
import { productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { type OwnProductId, requireOwn, requireVersion } from './own-product.ts'
import * as queries from './queries.ts'

type Deps = Pick<Context, 'db' | 'changes' | 'jobs' | 'unreadBadges'>

/**
 * Deletes a locked product and its photos; its conversations stay. Returns the people whose number of unread
 * notifications this lowers.
 */
async function deleteLocked(ctx: Deps, tx: Database, id: string): Promise<string[]> {
  await deletePhotosOfProduct(ctx, tx, { productId: id })
  const readers = await listReviewNotificationReaders(tx, { productId: id })
  await queries.deleteProduct(tx, id)
  return readers
}

/** Throws product-not-found, changed-elsewhere. */
export async function deleteProduct(
  ctx: Deps,
  { sellerId, id, version }: OwnProductId & { version: number },
): Promise<void> {
  const readers = await ctx.db.transaction().execute(async (tx) => {
    const row = requireOwn(await queries.lockOwnForDelete(tx, sellerId, id))
    await requireVersion(tx, row, version)
    const notified = await deleteLocked(ctx, tx, id)
    if (!isHidden(row.status))
      await ctx.changes.announce(tx, 'withheld', [productKey(id), sellerKey(sellerId)])
    return notified
  })
  for (const readerId of readers) ctx.unreadBadges.update(readerId)
}

interface Deletion {
  id: string
  /** Records, within the transaction, who deleted it and why. */
  record: (tx: Database, deleted: { title: string; sellerId: string }) => Promise<void>
}

/** Deletes a product of any status but draft for staff; it is hidden from the commit on. Throws not-found. */
export async function deleteAnyProduct(ctx: Deps, { id, record }: Deletion): Promise<void> {
  const readers = await ctx.db.transaction().execute(async (tx) => {
    const sellerId = await queries.selectSellerOf(tx, id)
    const row = sellerId === undefined ? undefined : await queries.lockOwnForDelete(tx, sellerId, id)
    if (!row || sellerId === undefined || row.status === 'draft') throw new AppError('not-found')
    await record(tx, { title: row.title, sellerId })
    const notified = await deleteLocked(ctx, tx, id)
    await ctx.changes.announce(tx, 'withheld', [productKey(id), sellerKey(sellerId)])
    return notified
  })
  for (const readerId of readers) ctx.unreadBadges.update(readerId)
}
