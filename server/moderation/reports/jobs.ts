import type { Context } from '#server/context.ts'
import {
  OUTSIDE_OUTCOME,
  OUTSIDE_RECEIPT,
  sendOutsideOutcome,
  sendOutsideReceipt,
} from './outside-report-mails.ts'
import { REMOVE_REPORT_PICTURES, removeUnusedPictures } from './pictures.ts'

export function handleReportJobs(ctx: Context): void {
  ctx.jobs.handle(REMOVE_REPORT_PICTURES, (payload) => removeUnusedPictures(ctx, payload))
  ctx.jobs.handle(OUTSIDE_RECEIPT, (payload, { attempt }) => sendOutsideReceipt(ctx, payload, attempt))
  ctx.jobs.handle(OUTSIDE_OUTCOME, (payload, { attempt }) => sendOutsideOutcome(ctx, payload, attempt))
}
