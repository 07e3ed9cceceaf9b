import type { Context } from '#server/context.ts'
import { forgetOldPictures, REMOVE_REPORT_PICTURES, removeUnusedPictures } from './pictures.ts'

const EVERY_NIGHT = '47 3 * * *'

export function handleReportJobs(ctx: Pick<Context, 'db' | 'jobs' | 'storage'>): void {
  ctx.jobs.handle(REMOVE_REPORT_PICTURES, (payload) => removeUnusedPictures(ctx, payload))
  ctx.jobs.schedule('forget-report-pictures', EVERY_NIGHT, () => forgetOldPictures(ctx))
}
