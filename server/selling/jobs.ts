import type { Context } from '#server/context.ts'
import { COMPARE_LISTING, compareListing } from './comparing.ts'

export function handleSellingJobs(ctx: Context): void {
  ctx.jobs.handle(COMPARE_LISTING, (payload) => compareListing(ctx, payload))
}
