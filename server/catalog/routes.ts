import type { catalogContract } from '#contract/catalog/catalog.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'

export const catalogRoutes = {
  listCategories: async ({ categoryCache }) => ({
    categories: (await categoryCache.get()).map(({ id, name, icon }) => ({ id, name, icon })),
  }),
} satisfies Handlers<typeof catalogContract, Context>
