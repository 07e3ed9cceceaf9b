import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/** Who wrote what makes a conversation a exchange, in order. */
export const exchange = (buyer: string, seller: string): string[] => [buyer, seller, buyer, seller]

/** As they are counted; those of fewer than five people are not shown. */
export const productRating = (db: Database, productId: string) =>
  db
    .selectFrom('product_reviews')
    .where('product_id', '=', productId)
    .where('standing', '=', 'counted')
    .select([
      sql<number | null>`round(avg(rating), 1)::float8`.as('average'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .executeTakeFirstOrThrow()

export async function sellerRating(db: Database, sellerId: string) {
  const rating = await db
    .selectFrom('seller_figures')
    .where('seller_id', '=', sellerId)
    .select([sql<number | null>`rating::float8`.as('average'), 'reviews as count'])
    .executeTakeFirst()
  return rating ?? { average: null, count: 0 }
}
