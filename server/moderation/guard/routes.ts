import type { guardContract } from '#contract/moderation/guard/guard.ts'
import type { ruleScreenContract } from '#contract/moderation/guard/rule-screen.ts'
import type { wordListsContract } from '#contract/moderation/guard/word-lists.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import {
  checkListing,
  createRule,
  listRules,
  listWordLists,
  reportFalseAlarm,
  tryRule,
  tryWordList,
  updateRule,
  updateWordList,
} from './service.ts'

export const guardRoutes = {
  checkListing: (ctx, { body }) => checkListing(ctx, body),
  reportFalseAlarm: (ctx, { viewer, params }) =>
    reportFalseAlarm(ctx, { userId: viewer.id, messageId: params.id }),
} satisfies Handlers<typeof guardContract, Context>

export const ruleScreenRoutes = {
  listGuardRules: async (ctx) => ({ rules: await listRules(ctx) }),
  tryGuardRule: (ctx, { body }) => tryRule(ctx, body),
  createGuardRule: (ctx, { viewer, body }) => createRule(ctx, { moderatorId: viewer.id, form: body }),
  updateGuardRule: (ctx, { viewer, params, body }) =>
    updateRule(ctx, { moderatorId: viewer.id, id: Number(params.id), form: body }),
} satisfies Handlers<typeof ruleScreenContract, Context>

export const wordListsRoutes = {
  listWordLists: async (ctx) => ({ lists: await listWordLists(ctx) }),
  tryWordList: (ctx, { viewer, params, body }) =>
    tryWordList(ctx, { moderatorId: viewer.id, ...params, ...body }),
  updateWordList: (ctx, { viewer, params, body }) =>
    updateWordList(ctx, { moderatorId: viewer.id, ...params, ...body }),
} satisfies Handlers<typeof wordListsContract, Context>
