import type { decisionsContract } from '#contract/decisions.ts'
import type { reportsContract } from '#contract/moderation/reports.ts'
import type { staffContract } from '#contract/moderation/staff.ts'
import type { Context } from '#server/context.ts'
import { createReport, getOwnRole, listReports } from '#server/moderation/service.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { requireFreshSecondStep } from '#server/platform/http/viewer.ts'
import {
  createAppeal,
  createMailedAppeal,
  decideAppeal,
  listAppeals,
  listOwnDecisions,
  readDecision,
} from './appeals.ts'
import { getCase, getModeratedPerson, listCases, lookAtMessages } from './cases.ts'
import { decide } from './deciding.ts'
import { isAboutAccount } from './rules.ts'
import { countWaiting } from './waiting.ts'
import { findListings, findPeople, getTransparency, listAudit, listDecisions, setRole } from './people.ts'

export const reportsRoutes = {
  createReport: (ctx, { viewer, body }) => createReport(ctx, { userId: viewer.id, form: body }),
  listReports: (ctx, { viewer, query }) => listReports(ctx, { userId: viewer.id, cursor: query.cursor }),
  getOwnRole: (ctx, { viewer }) => getOwnRole(ctx, { userId: viewer.id }),
  listOwnDecisions: (ctx, { viewer, query }) =>
    listOwnDecisions(ctx, { userId: viewer.id, cursor: query.cursor }),
  createAppeal: (ctx, { viewer, params, body }) =>
    createAppeal(ctx, { userId: viewer.id, decisionId: params.id, words: body.words }),
  readDecision: (ctx, { body }, c) => readDecision(ctx, { ...body, address: ctx.addressOf(c) }),
  createMailedAppeal: (ctx, { body }, c) => createMailedAppeal(ctx, { ...body, address: ctx.addressOf(c) }),
} satisfies Handlers<typeof reportsContract, Context>

export const decisionsRoutes = {
  listCases: (ctx, { viewer, query }) => listCases(ctx, { moderatorId: viewer.id, cursor: query.cursor }),
  getCase: (ctx, { viewer, params }) => getCase(ctx, { ...params, moderatorId: viewer.id }),
  lookAtMessages: (ctx, { viewer, params }) => lookAtMessages(ctx, { ...params, moderatorId: viewer.id }),
  decide: async (ctx, { viewer, body }, c) => {
    if (isAboutAccount(body.action)) await requireFreshSecondStep(c, viewer)
    return decide(ctx, { moderatorId: viewer.id, form: body })
  },
  listAppeals: async (ctx, { viewer }) => ({ appeals: await listAppeals(ctx, { moderatorId: viewer.id }) }),
  decideAppeal: (ctx, { viewer, params, body }) =>
    decideAppeal(ctx, { moderatorId: viewer.id, appealId: params.id, ...body }),
} satisfies Handlers<typeof decisionsContract, Context>

export const staffRoutes = {
  listDecisions: (ctx, { query }) => listDecisions(ctx, { cursor: query.cursor }),
  countWaiting: (ctx, { viewer }) => countWaiting(ctx, { moderatorId: viewer.id }),
  findPeople: async (ctx, { query }) => ({ people: await findPeople(ctx, query) }),
  getModeratedPerson: (ctx, { viewer, params }) =>
    getModeratedPerson(ctx, { ...params, moderatorId: viewer.id }),
  findListings: async (ctx, { query }) => ({ listings: await findListings(ctx, query) }),
  listAudit: (ctx, { query }) => listAudit(ctx, { cursor: query.cursor }),
  setRole: (ctx, { viewer, params, body }) =>
    setRole(ctx, { actorId: viewer.id, personId: params.id, role: body.role }),
  getTransparency: (ctx) => getTransparency(ctx),
} satisfies Handlers<typeof staffContract, Context>
