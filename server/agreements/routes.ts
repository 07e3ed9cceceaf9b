import type { agreementsContract } from '#contract/agreements/agreements.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { listDeals, listWaitingDeals } from './own-deals.ts'
import { makeOffer, takeStep } from './steps.ts'

export const agreementsRoutes = {
  takeStep: (ctx, { viewer, params, body }) =>
    takeStep(ctx, { userId: viewer.id, conversationId: params.id, ...body }),
  makeOffer: (ctx, { viewer, params, body }) =>
    makeOffer(ctx, { userId: viewer.id, productId: params.id, ...body }),
  listAgreements: (ctx, { viewer, query }) => listDeals(ctx, { userId: viewer.id, ...query }),
  listWaitingAgreements: (ctx, { viewer }) => listWaitingDeals(ctx, { userId: viewer.id }),
} satisfies Handlers<typeof agreementsContract, Context>
