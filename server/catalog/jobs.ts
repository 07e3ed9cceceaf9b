import type { Context } from '#server/context.ts'
import { countCategoryDemand } from './service.ts'

const EVERY_HOUR = '23 * * * *'

export function handleCatalogJobs(ctx: Context): void {
  ctx.jobs.schedule('category-demand', EVERY_HOUR, () => countCategoryDemand(ctx))
}
