import type { Context } from '#server/context.ts'
import { saveMissingMailboxes } from './missing-mailboxes.ts'
import { showDueReviews } from './showing.ts'

const EVERY_HOUR = '47 * * * *'
const EVERY_FIVE_MINUTES = '*/5 * * * *'

export function handleReviewJobs(ctx: Context): void {
  ctx.jobs.schedule('mark-reviews', EVERY_HOUR, () => saveMissingMailboxes(ctx))
  ctx.jobs.schedule('show-reviews', EVERY_FIVE_MINUTES, () => showDueReviews(ctx))
}
