import type { reportsContract } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { createReport, listReports } from './reports.ts'

export const reportsRoutes = {
  createReport: (ctx, { viewer, body }) => createReport(ctx, { userId: viewer.id, form: body }),
  listReports: (ctx, { viewer, query }) => listReports(ctx, { userId: viewer.id, cursor: query.cursor }),
} satisfies Handlers<typeof reportsContract, Context>
