import type { sellersContract } from '#contract/sellers.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { revealContact } from './contacts.ts'
import { getSeller, listSellerProducts } from './service.ts'

export const sellersRoutes = {
  getSeller: (ctx, { params }) => getSeller(ctx, { id: params.id }),
  listSellerProducts: (ctx, { params, query }) =>
    listSellerProducts(ctx, { sellerId: params.id, cursor: query.cursor }),
  revealContact: async (ctx, { viewer, params, body: { kind } }, reply) => {
    const reveal = { viewerId: viewer.id, sellerId: params.id, kind, address: ctx.addressOf(reply.request) }
    return { kind, value: await revealContact(ctx, reveal) }
  },
} satisfies Handlers<typeof sellersContract, Context>
