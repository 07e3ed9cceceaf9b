import type { catalogContract } from '#contract/catalog/catalog.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'

export const catalogRoutes = {
  listCategories: async ({ categoryCache }) => ({
    categories: (await categoryCache.get()).map(({ products: _, ...category }) => category),
  }),
} satisfies Handlers<typeof catalogContract, Context>
