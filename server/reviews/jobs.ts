import type { Context } from '#server/context.ts'
import { saveMissingMailboxes } from './missing-mailboxes.ts'

const EVERY_HOUR = '47 * * * *'

export function handleReviewJobs(ctx: Context): void {
  ctx.jobs.schedule('mark-reviews', EVERY_HOUR, () => saveMissingMailboxes(ctx))
}
