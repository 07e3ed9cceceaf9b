import { PRODUCTS_PER_PAGE } from '#contract/limits.ts'
import type { ProductCard } from '#contract/products.ts'
import type { SellerPage } from '#contract/sellers.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { newestPage, parseNewestCursor } from '#server/db/newest-page.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { toCard } from '#server/products/card.ts'
import { contacts } from './contacts.ts'
import { deleteOldReveals, selectSeller, type SellerPageRow, selectUnsoldCards } from './queries.ts'
import { toSeller } from './seller.ts'

export type SellersService = ReturnType<typeof sellersService>

/** Long enough to see a pattern, and no longer than there is a use for it. */
const REVEALS_KEPT_DAYS = 180

const toSellerPage = (row: SellerPageRow): SellerPage => ({
  ...toSeller(row),
  bio: row.bio ?? '',
  location: row.location ?? '',
  rating: { average: row.average, count: row.review_count ?? 0 },
})

/** What buyers may know of people who sell. */
export function sellersService(parts: { db: Database; limiter: RateLimiter; jobs: Jobs }) {
  const { db, jobs } = parts

  async function seller(id: string): Promise<SellerPage> {
    const row = await selectSeller(db, id)
    if (!row) throw new AppError('seller-not-found')
    return toSellerPage(row)
  }

  jobs.schedule('forget-contact-reveals', '17 3 * * *', async () => {
    await deleteOldReveals(db, REVEALS_KEPT_DAYS)
  })

  return {
    /** Refused with `seller-not-found` when there is no such person. */
    seller,
    async products(
      id: string,
      cursor?: string,
    ): Promise<{ items: ProductCard[]; nextCursor: string | null }> {
      const rows = await selectUnsoldCards(db, id, parseNewestCursor(cursor), PRODUCTS_PER_PAGE + 1)
      if (rows.length === 0) await seller(id)
      return newestPage(rows, PRODUCTS_PER_PAGE, toCard)
    },
    /** A contact detail, for someone signed in. Refused as not available, and past the limits. */
    reveal: contacts(parts),
  }
}
