import type { Condition, PriceType, ProductStatus } from '#contract/choices.ts'
import type { Region } from '#contract/regions.ts'
import type { Database } from '#server/db/connect.ts'

export interface TestListing {
  title: string
  description?: string
  price?: number
  priceType?: PriceType
  category?: string | null
  condition?: Condition
  region?: Region
  location?: string
  tags?: string[]
  status?: ProductStatus
  createdAt?: Date
}

/** Puts listings of one new seller into the database; their ids come back in the same order. */
export async function insertListings(db: Database, listings: TestListing[]): Promise<string[]> {
  const seller = await db
    .insertInto('profiles')
    .values({ full_name: 'Ama Mensah' })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (listings.length === 0) return []
  const rows = await db
    .insertInto('products')
    .values(
      listings.map((listing) => ({
        seller_id: seller.id,
        title: listing.title,
        description: listing.description ?? '',
        price: listing.price ?? 100,
        price_type: listing.priceType ?? 'negotiable',
        category_id: listing.category === undefined ? 'other' : listing.category,
        condition: listing.condition ?? 'good',
        region: listing.region ?? 'Greater Accra',
        location: listing.location ?? '',
        tags: listing.tags ?? [],
        status: listing.status ?? 'available',
        ...(listing.createdAt && { created_at: listing.createdAt.toISOString() }),
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
