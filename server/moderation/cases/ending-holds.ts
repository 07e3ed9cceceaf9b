import type { Context } from '#server/context.ts'
import { releaseAndNotify, selectEndedHolds } from '#server/moderation/sanctions/service.ts'
import { matchSavedSearches } from '#server/saved-searches/service.ts'

const ENDED_AT_ONCE = 100

/** Shows listings again if no moderator decided about them in time. Their cases stay open. */
export async function endHolds(ctx: Pick<Context, 'db' | 'changes' | 'jobs'>): Promise<void> {
  for (const { product_id: productId, causes } of await selectEndedHolds(ctx.db, ENDED_AT_ONCE))
    await ctx.db.transaction().execute(async (tx) => {
      if (await releaseAndNotify(ctx, tx, { productId, causes }))
        await matchSavedSearches(ctx, tx, { productId })
    })
}
