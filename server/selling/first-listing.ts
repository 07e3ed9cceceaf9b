import type { Context } from '#server/context.ts'
import {
  assessFirstListing,
  holdProduct,
  isDecided,
  releaseProduct,
  waitsForModerator,
} from '#server/moderation/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { matchSavedSearches } from '#server/saved-searches/service.ts'
import { selectHasPublished } from './queries.ts'

interface Listing {
  productId: string
  sellerId: string
}

export const RELEASE_FIRST_LISTING = defineJob<{ productId: string }>('release-first-listing')

type Deps = Pick<Context, 'config' | 'changes' | 'jobs'>

/**
 * In the transaction that publishes. Somebody's first listing is shown to moderators; where the operator wants it, and a
 * moderator is there, it waits for one, for some minutes at most.
 */
export async function checkFirstListing(
  ctx: Deps,
  tx: Database,
  { productId, sellerId }: Listing,
): Promise<void> {
  if (await selectHasPublished(tx, { sellerId, except: productId })) return
  const minutes = ctx.config.firstListingMinutes
  const { isStaffPresent } = await assessFirstListing(tx, { productId, sellerId, waits: minutes > 0 })
  if (minutes === 0 || !isStaffPresent) return
  await holdProduct(ctx, tx, { productId, cause: 'review' })
  await ctx.jobs.enqueue(tx, RELEASE_FIRST_LISTING, { productId }, { runAfterSeconds: minutes * 60 })
}

/** Nobody decided in time, so it is shown, unless something else was found meanwhile. */
export async function releaseFirstListing(
  ctx: Pick<Context, 'db' | 'changes' | 'jobs'>,
  { productId }: { productId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const target = { kind: 'product', id: productId } as const
    if ((await isDecided(tx, target)) || (await waitsForModerator(tx, target))) return
    if (await releaseProduct(ctx, tx, { productId, cause: 'review' }))
      await matchSavedSearches(ctx, tx, { productId })
  })
}
