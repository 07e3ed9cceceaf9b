import type { Database } from '#server/platform/db/connect.ts'
import { isPublished } from '#server/products/visibility.ts'

const LISTINGS_MAX = 200

const selectListings = (db: Database) =>
  db
    .selectFrom('products as p')
    .innerJoin('profiles as s', 's.id', 'p.seller_id')
    .select([
      'p.id',
      'p.title',
      'p.price',
      'p.status',
      'p.category_id',
      'p.region',
      'p.location',
      'p.created_at',
    ])
    .select(['s.id as seller_id', 's.full_name', 's.username'])
    .where(isPublished)

/** Finds a listing of any status but draft. */
export const selectListing = (db: Database, id: string) =>
  selectListings(db).select('p.description').where('p.id', '=', id).executeTakeFirst()

/** Returns a seller's listings, newest first. */
export const selectListingsOf = (db: Database, sellerId: string) =>
  selectListings(db)
    .where('p.seller_id', '=', sellerId)
    .orderBy('p.created_at', 'desc')
    .limit(LISTINGS_MAX)
    .execute()
