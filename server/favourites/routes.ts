import type { favouritesContract } from '#contract/favourites.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { addFavourite, checkFavourites, listFavourites, mergeFavourites, removeFavourite } from './service.ts'

export const favouritesRoutes = {
  listFavourites: (ctx, { viewer, query }) =>
    listFavourites(ctx, { userId: viewer.id, cursor: query.cursor }),
  checkFavourites: async (ctx, { viewer, query }) => ({
    productIds: await checkFavourites(ctx, { userId: viewer.id, productIds: query.products }),
  }),
  addFavourite: (ctx, { viewer, params }) => addFavourite(ctx, { userId: viewer.id, productId: params.id }),
  removeFavourite: (ctx, { viewer, params }) =>
    removeFavourite(ctx, { userId: viewer.id, productId: params.id }),
  mergeFavourites: (ctx, { viewer, body }) =>
    mergeFavourites(ctx, { userId: viewer.id, productIds: body.productIds }),
} satisfies Handlers<typeof favouritesContract, Context>
