import type { Product } from '#contract/products.ts'
import { toPublicProduct } from './card.ts'
import { choicesOf } from './choices.ts'
import type { ProductRow } from './queries.ts'
import { toSeller } from './seller.ts'

export const toProduct = (row: ProductRow): Product => ({
  ...toPublicProduct(row),
  ...choicesOf(row),
  description: row.description,
  tags: row.tags,
  customFields: row.custom_fields as Product['customFields'],
  category: row.category_id === null ? null : { id: row.category_id, name: row.category_name ?? '' },
  photos: row.photos,
  seller: toSeller(row),
  rating: { average: row.average, count: row.review_count ?? 0 },
})
