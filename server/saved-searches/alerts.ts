import type { Context } from '#server/context.ts'
import { notify } from '#server/notifications/service.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { claimDailyMatches, deleteOldMatches, insertMatches, selectTitle } from './queries.ts'
import { dailyText, instantText } from './rules.ts'

export const MATCH_PRODUCT = defineJob<{ productId: string }>('match-saved-searches')
const SEARCHES_AT_ONCE = 500
/** Instant alerts per search; the rest waits for the daily notification. */
const INSTANT_PER_DAY = 10

type Deps = Pick<Context, 'db' | 'jobs'>

/** Saves which searches a new product matches, and notifies people with instant alerts. */
export async function sendInstantAlerts(ctx: Deps, { productId }: { productId: string }): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const to = await insertMatches(tx, productId, INSTANT_PER_DAY)
    const product = to.length > 0 ? await selectTitle(tx, productId) : undefined
    if (!product) return
    const actionUrl = `/products/${productId}`
    await notify(ctx, tx, { to, type: 'other', content: instantText(product.title), actionUrl })
  })
}

/** Notifies people of some searches' waiting matches. Returns the number of searches. */
const sendSomeDailyAlerts = (ctx: Deps): Promise<number> =>
  ctx.db.transaction().execute(async (tx) => {
    const searches = await claimDailyMatches(tx, SEARCHES_AT_ONCE)
    for (const { profile_id, query, alert, count } of searches) {
      if (alert === 'none' || count === 0) continue
      await notify(ctx, tx, {
        to: [profile_id],
        type: 'other',
        content: dailyText(count),
        actionUrl: `/products${query}`,
        // Even the same number as yesterday means other items.
        mayRepeat: true,
      })
    }
    return searches.length
  })

export async function sendDailyAlerts(ctx: Deps): Promise<void> {
  for (;;) if ((await sendSomeDailyAlerts(ctx)) === 0) break
  await deleteOldMatches(ctx.db)
}
