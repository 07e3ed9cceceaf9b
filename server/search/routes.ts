import type { searchContract } from '#contract/search/search.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { readPriceRange } from '#server/search/filters/price-range.ts'
import { listAttributeFilters, listSuggestions, listTowns, searchProducts } from './service.ts'

export const searchRoutes = {
  searchProducts: (ctx, { query }) => searchProducts(ctx, query),
  listAttributeFilters: (ctx, { query }) => listAttributeFilters(ctx, query),
  getPriceRange: async (ctx, { viewer, query }) => ({
    range: await readPriceRange(ctx, { sellerId: viewer.id, ...query }),
  }),
  listTowns: (ctx) => listTowns(ctx),
  listSuggestions: (ctx, { query }) => listSuggestions(ctx, { text: query.q }),
} satisfies Handlers<typeof searchContract, Context>
