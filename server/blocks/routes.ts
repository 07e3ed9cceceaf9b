import type { blocksContract } from '#contract/blocks.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { blockPerson, listBlocked, listHidden, unblockPerson } from './service.ts'

export const blocksRoutes = {
  listBlocked: async (ctx, { viewer }) => ({ people: await listBlocked(ctx, { userId: viewer.id }) }),
  listHidden: (ctx, { viewer }) => listHidden(ctx, { userId: viewer.id }),
  blockPerson: (ctx, { viewer, params }) => blockPerson(ctx, { blockerId: viewer.id, blockedId: params.id }),
  unblockPerson: (ctx, { viewer, params }) =>
    unblockPerson(ctx, { blockerId: viewer.id, blockedId: params.id }),
} satisfies Handlers<typeof blocksContract, Context>
