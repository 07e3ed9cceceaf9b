import type { Context } from '#server/context.ts'
import { COMPARE_LISTING, compareListing } from './comparing.ts'
import { RELEASE_FIRST_LISTING, releaseFirstListing } from './first-listing.ts'

export function handleSellingJobs(ctx: Context): void {
  ctx.jobs.handle(COMPARE_LISTING, (payload) => compareListing(ctx, payload))
  ctx.jobs.handle(RELEASE_FIRST_LISTING, (payload) => releaseFirstListing(ctx, payload))
}
