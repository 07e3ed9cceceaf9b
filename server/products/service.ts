import { FEATURED_PRODUCTS } from '#contract/limits.ts'
import type { Product, ProductCard } from '#contract/products.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { toSeller } from '#server/sellers/seller.ts'
import { toCard } from './card.ts'
import { type ProductRow, selectNewestCards, selectProduct } from './queries.ts'

export interface ProductsService {
  /** The newest unsold products (SPEC 2, Home). */
  featured(): Promise<ProductCard[]>
  /** Refused with `product-not-found` when there is none, or only a draft. */
  product(id: string): Promise<Product>
}

function toProduct(row: ProductRow): Product {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    price: Number(row.price),
    priceType: row.price_type as Product['priceType'],
    condition: row.condition as Product['condition'],
    status: row.status as Product['status'],
    category: row.category_id === null ? null : { id: row.category_id, name: row.category_name ?? '' },
    // Only a draft may lack it.
    region: row.region ?? '',
    location: row.location,
    tags: row.tags,
    customFields: row.custom_fields as Product['customFields'],
    createdAt: row.created_at,
    photos: row.photos,
    seller: toSeller(row),
    rating: { average: row.average, count: row.review_count ?? 0 },
  }
}

export function productsService({ db }: { db: Database }): ProductsService {
  return {
    async featured() {
      const rows = await selectNewestCards(db, FEATURED_PRODUCTS)
      return rows.map(toCard)
    },
    async product(id) {
      const row = await selectProduct(db, id)
      if (!row) throw new AppError('product-not-found')
      return toProduct(row)
    },
  }
}
