import type { appealsContract } from '#contract/moderation/appeals/appeals.ts'
import type { Context } from '#server/context.ts'
import { requireNoContact } from '#server/moderation/guard/service.ts'
import { countDecision } from '#server/moderation/staff/service.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import {
  createAppeal,
  createMailedAppeal,
  decideAppeal,
  listAppeals,
  listOwnDecisions,
  readDecision,
} from './appeals.ts'

export const appealsRoutes = {
  listOwnDecisions: (ctx, { viewer, query }) =>
    listOwnDecisions(ctx, { userId: viewer.id, cursor: query.cursor }),
  createAppeal: (ctx, { viewer, params, body }) =>
    createAppeal(ctx, { userId: viewer.id, decisionId: params.id, words: body.words }),
  readDecision: (ctx, { body }, reply) =>
    readDecision(ctx, { ...body, address: ctx.addressOf(reply.request) }),
  createMailedAppeal: (ctx, { body }, reply) =>
    createMailedAppeal(ctx, { ...body, address: ctx.addressOf(reply.request) }),
  listAppeals: async (ctx, { viewer }) => ({ appeals: await listAppeals(ctx, { moderatorId: viewer.id }) }),
  decideAppeal: async (ctx, { viewer, params, body }) => {
    requireNoContact(ctx, [{ field: 'words', text: body.words }])
    await countDecision(ctx, { actorId: viewer.id, countsAsSanction: false })
    await decideAppeal(ctx, { moderatorId: viewer.id, appealId: params.id, ...body })
  },
} satisfies Handlers<typeof appealsContract, Context>
