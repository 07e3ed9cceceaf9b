import { listCategories } from './catalog.ts'
import { getProduct, listFeatured } from './products.ts'
import { listReviews } from './reviews.ts'
import { searchProducts, suggest } from './search.ts'

/** Every call of the API by name: the table that the server mounts, the client calls and the API page lists. */
export const contract = {
  listCategories,
  listFeatured,
  searchProducts,
  suggest,
  getProduct,
  listReviews,
}
export type Contract = typeof contract
