import type { Favourite } from '#contract/favourites.ts'
import { FAVOURITES_MAX, PRODUCTS_PER_PAGE } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { notify } from '#server/notifications/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { toCard } from '#server/products/card.ts'
import {
  deleteFavourite,
  type FavouriteRow,
  insertFavourites,
  selectFavourites,
  selectMayAdd,
  selectFavouriteIds,
  updateNotifiedPrice,
  updateNotifiedSale,
} from './queries.ts'
import { priceDropText, soldText } from './rules.ts'

const CHANGES_PER_HOUR = { attempts: 600, seconds: 60 * 60 }

type Deps = Pick<Context, 'db' | 'limiter'>

interface UserProduct {
  userId: string
  productId: string
}
interface TitledProduct {
  id: string
  title: string
}

const toFavourite = (row: FavouriteRow): Favourite => ({
  product: toCard(row),
  priceThen: Number(row.price_then),
  addedAt: row.added_at,
})

const countChange = (limiter: RateLimiter, userId: string) =>
  limiter.take(`favourites:${userId}`, CHANGES_PER_HOUR)

/** Lists favourites, last added first. */
export async function listFavourites(
  { db }: Pick<Context, 'db'>,
  { userId, cursor }: { userId: string; cursor?: string },
) {
  const rows = await selectFavourites(db, userId, parseNewestCursor(cursor), PRODUCTS_PER_PAGE + 1)
  const items = rows.map((row) => ({ id: row.id, created_at: row.added_at, row }))
  return newestPage(items, PRODUCTS_PER_PAGE, ({ row }) => toFavourite(row))
}

/** Returns which of these products are favourites. */
export const checkFavourites = (
  { db }: Pick<Context, 'db'>,
  { userId, productIds }: { userId: string; productIds: readonly string[] },
): Promise<string[]> => selectFavouriteIds(db, userId, productIds)

/** Adds a product; adding it twice changes nothing. Throws product-not-found, too-many-favourites. */
export async function addFavourite({ db, limiter }: Deps, { userId, productId }: UserProduct): Promise<void> {
  await countChange(limiter, userId)
  if ((await insertFavourites(db, userId, [productId], FAVOURITES_MAX)) > 0) return
  if ((await selectFavouriteIds(db, userId, [productId])).length > 0) return
  throw new AppError(
    (await selectMayAdd(db, userId, productId)) ? 'too-many-favourites' : 'product-not-found',
  )
}

export async function removeFavourite(
  { db, limiter }: Deps,
  { userId, productId }: UserProduct,
): Promise<void> {
  await countChange(limiter, userId)
  await deleteFavourite(db, userId, productId)
}

/**
 * Adds the favourites that a browser stored before its user signed in; drafts and deleted products are
 * skipped.
 */
export async function mergeFavourites(
  { db, limiter }: Deps,
  { userId, productIds }: { userId: string; productIds: readonly string[] },
): Promise<void> {
  await countChange(limiter, userId)
  await insertFavourites(db, userId, productIds, FAVOURITES_MAX)
}

/**
 * Runs in the transaction that lowers the price. People who already know an equal or lower price are not
 * notified.
 */
export async function notifyPriceDrop(
  ctx: Pick<Context, 'jobs' | 'site'>,
  tx: Database,
  { product, price }: { product: TitledProduct; price: number },
): Promise<void> {
  const watchers = await updateNotifiedPrice(tx, product.id, price)
  for (const [before, rows] of Map.groupBy(watchers, (row) => row.before)) {
    const drop = { title: product.title, before: Number(before), now: price }
    await notify(ctx, tx, {
      to: rows.map((row) => row.profile_id),
      type: 'other',
      content: priceDropText(drop, ctx.site.money),
      actionUrl: `/products/${product.id}`,
    })
  }
}

/**
 * Runs in the transaction that marks the product as sold. The buyer gets a notification of the purchase
 * instead.
 */
export async function notifySold(
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { product, buyerId }: { product: TitledProduct; buyerId: string | null },
): Promise<void> {
  const watchers = await updateNotifiedSale(tx, product.id)
  const to = watchers.filter((userId) => userId !== buyerId)
  if (to.length === 0) return
  await notify(ctx, tx, {
    to,
    type: 'other',
    content: soldText(product.title),
    actionUrl: `/products/${product.id}`,
  })
}
