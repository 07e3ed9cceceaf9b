import { PRODUCTS_PER_PAGE } from '#contract/limits.ts'
import type { ProductCard } from '#contract/products.ts'
import type { SellerPage } from '#contract/sellers.ts'
import type { Context } from '#server/context.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { toCard } from '#server/products/card.ts'
import { shownRating, toSeller } from '#server/products/seller.ts'
import { selectSeller, type SellerPageRow, selectUnsoldCards } from './queries.ts'

export { countConversation, countListing } from './daily-limits.ts'

const toSellerPage = ({ has_listed: hasListed, ...row }: SellerPageRow): SellerPage => ({
  ...toSeller(row),
  // There is no reason to contact somebody who lists nothing.
  ...(!hasListed && { contacts: [] }),
  bio: row.bio ?? '',
  location: row.location ?? '',
  asBuyer: row.as_buyer && shownRating({ ...row.as_buyer, people: row.as_buyer.count }),
})

/** Throws seller-not-found. */
export async function getSeller(
  { longReads }: Pick<Context, 'longReads'>,
  { id }: { id: string },
): Promise<SellerPage> {
  const row = await selectSeller(longReads, id)
  if (!row) throw new AppError('seller-not-found')
  return toSellerPage(row)
}

/** The unsold products, newest first. Throws seller-not-found. */
export async function listSellerProducts(
  ctx: Pick<Context, 'longReads'>,
  { sellerId, cursor }: { sellerId: string; cursor?: string },
): Promise<{ items: ProductCard[]; nextCursor: string | null }> {
  const rows = await selectUnsoldCards(
    ctx.longReads,
    sellerId,
    parseNewestCursor(cursor),
    PRODUCTS_PER_PAGE + 1,
  )
  if (rows.length === 0) await getSeller(ctx, { id: sellerId })
  return newestPage(rows, PRODUCTS_PER_PAGE, toCard)
}
