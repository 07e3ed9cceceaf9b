import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/** Senders of the messages that make a conversation an exchange, in order. */
export const exchange = (buyer: string, seller: string): string[] => [buyer, seller, buyer, seller]

/** Ratings as counted; the site hides those of fewer than five people. */
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
