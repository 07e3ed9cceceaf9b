import type { agreementsContract } from '#contract/agreements/agreements.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { takeStep } from './steps.ts'

export const agreementsRoutes = {
  takeStep: (ctx, { viewer, params, body }) =>
    takeStep(ctx, { userId: viewer.id, conversationId: params.id, ...body }),
} satisfies Handlers<typeof agreementsContract, Context>
