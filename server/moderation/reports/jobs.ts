import type { Context } from '#server/context.ts'
import { REMOVE_REPORT_PICTURES, removeUnusedPictures } from './pictures.ts'

export function handleReportJobs(ctx: Pick<Context, 'db' | 'jobs' | 'storage'>): void {
  ctx.jobs.handle(REMOVE_REPORT_PICTURES, (payload) => removeUnusedPictures(ctx, payload))
}
