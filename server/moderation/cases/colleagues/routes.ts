import type { colleaguesContract } from '#contract/moderation/cases/colleagues.ts'
import type { Context } from '#server/context.ts'
import { getHarmFigures } from '#server/moderation/cases/figures/harm-figures.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { addCaseNote, deleteCaseNote, listCaseNotes } from './case-notes.ts'
import { claimCase, leaveCase, listDeskActivity } from './claims.ts'

export const colleaguesRoutes = {
  listDeskActivity: (ctx, { viewer }) => listDeskActivity(ctx, { moderatorId: viewer.id }),
  claimCase: async (ctx, { viewer, params }) => {
    await claimCase(ctx, { caseId: params.id, moderatorId: viewer.id })
    return {}
  },
  leaveCase: async (ctx, { viewer, params }) => {
    await leaveCase(ctx, { caseId: params.id, moderatorId: viewer.id })
    return {}
  },
  listCaseNotes: (ctx, { viewer, params }) =>
    listCaseNotes(ctx, { caseId: params.id, moderatorId: viewer.id }),
  addCaseNote: (ctx, { viewer, params, body }) =>
    addCaseNote(ctx, { ...body, caseId: params.id, moderatorId: viewer.id }),
  deleteCaseNote: async (ctx, { viewer, params }) => {
    await deleteCaseNote(ctx, { id: params.noteId, caseId: params.id, moderatorId: viewer.id })
    return {}
  },
  getHarmFigures: (ctx, { viewer }) => getHarmFigures(ctx, { moderatorId: viewer.id }),
} satisfies Handlers<typeof colleaguesContract, Context>
