import type { Context } from '#server/context.ts'
import { renewSavedSearches } from './service.ts'
import { MATCH_PRODUCT, sendDailyAlerts, sendInstantAlerts } from './alerts.ts'

/** Hour in the deployment's time zone. */
const EVERY_MORNING = '0 7 * * *'
const EVERY_MINUTE = '* * * * *'

export function handleSavedSearchJobs(ctx: Context): void {
  ctx.jobs.handle(MATCH_PRODUCT, (payload) => sendInstantAlerts(ctx, payload))
  ctx.jobs.schedule('renew-saved-searches', EVERY_MINUTE, () => renewSavedSearches(ctx))
  ctx.jobs.schedule('daily-saved-searches', EVERY_MORNING, () => sendDailyAlerts(ctx))
}
