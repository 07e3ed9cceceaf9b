import type { operationsContract } from '#contract/operations/operations.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { listFailedJobs } from '#server/platform/jobs/failed-jobs.ts'
import { dropFailedJob, listMails, retryFailedJob } from './service.ts'
import { getWeek } from './week.ts'

export const operationsRoutes = {
  getWeek: (ctx) => getWeek(ctx),
  listFailedJobs: async ({ db }) => ({ jobs: await listFailedJobs(db) }),
  retryFailedJob: async (ctx, { viewer, params }) => {
    await retryFailedJob(ctx, { actorId: viewer.id, id: params.id })
    return {}
  },
  dropFailedJob: async (ctx, { viewer, params }) => {
    await dropFailedJob(ctx, { actorId: viewer.id, id: params.id })
    return {}
  },
  listMails: (ctx, { query }) => listMails(ctx, { cursor: query.cursor }),
} satisfies Handlers<typeof operationsContract, Context>
