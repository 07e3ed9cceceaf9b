// Written by `npm run generate` from contract/contract.ts, whose schemas stay out of the browser.
import type { Contract } from '#contract/contract.ts'
import type { Method } from '#contract/endpoint.ts'

/** Method and path of a call; a star before them means that it needs an access token. */
export type Address = `${'*' | ''}${Method} ${string}`

/** Most public calls. The others are added when somebody is signed in or a screen of staff opens. */
export const ADDRESSES: Partial<Record<keyof Contract, Address>> = {
  listCategories: 'GET /api/categories',
  listFeatured: 'GET /api/featured',
  listHomeRows: 'GET /api/home-rows',
  getProduct: 'GET /api/products/:id',
  searchProducts: 'GET /api/products',
  listAttributeFilters: 'GET /api/attribute-filters',
  listTowns: 'GET /api/towns',
  listSuggestions: 'GET /api/suggestions',
  listReviews: 'GET /api/products/:id/reviews',
  refreshSession: 'POST /api/auth/refresh',
  getSeller: 'GET /api/sellers/:id',
  listSellerProducts: 'GET /api/sellers/:id/products',
  recordView: 'POST /api/products/:id/views',
  listBuyerReviews: 'GET /api/sellers/:id/buyer-reviews',
}
