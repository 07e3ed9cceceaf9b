import type { Context } from '#server/context.ts'
import { assessFirstListing } from '#server/moderation/reports/service.ts'
import { holdProduct } from '#server/moderation/sanctions/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { selectHasPublished } from './queries.ts'

interface Listing {
  productId: string
  sellerId: string
}

type Deps = Pick<Context, 'config' | 'changes' | 'jobs'>

/**
 * Runs in the transaction that publishes. A seller's first listing is shown to moderators; if the operator
 * enabled this and a moderator is present, it is held for a few minutes at most until a moderator decides.
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
  await holdProduct(ctx, tx, { productId, cause: 'first-listing', minutes })
}
