import type { outsideReportsContract } from '#contract/moderation/reports/outside-reports.ts'
import type { reportsContract } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { createOutsideReport } from './outside-reports.ts'
import { createReport, listReports } from './reports.ts'

export const reportsRoutes = {
  createReport: (ctx, { viewer, body }) => createReport(ctx, { userId: viewer.id, form: body }),
  listReports: (ctx, { viewer, query }) => listReports(ctx, { userId: viewer.id, cursor: query.cursor }),
  createOutsideReport: async (ctx, { body }, reply) => {
    await createOutsideReport(ctx, { form: body, address: ctx.addressOf(reply.request) })
    return {}
  },
} satisfies Handlers<typeof reportsContract & typeof outsideReportsContract, Context>
