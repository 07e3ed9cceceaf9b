import type { productsContract } from '#contract/products.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { getProduct, listFeatured, listHomeRows } from './service.ts'

export const productsRoutes = {
  listFeatured: (ctx) => listFeatured(ctx),
  listHomeRows: (ctx) => listHomeRows(ctx),
  getProduct: (ctx, { params }) => getProduct(ctx, { id: params.id }),
} satisfies Handlers<typeof productsContract, Context>
