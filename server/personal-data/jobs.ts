import type { Context } from '#server/context.ts'
import { cleanUpExports } from './clean-up.ts'
import { BUILD_EXPORT, buildExport } from './export-builder.ts'
import { REMOVE_FILES, removeFiles } from './removal.ts'

/** Ten minutes before the clean-up of accounts, so that the two do not run at the same time. */
const EVERY_HOUR = '7 * * * *'

export function handlePersonalDataJobs(ctx: Context): void {
  ctx.jobs.handle(BUILD_EXPORT, (payload, run) => buildExport(ctx, payload, run))
  ctx.jobs.handle(REMOVE_FILES, (payload) => removeFiles(ctx, payload))
  ctx.jobs.schedule('data-exports-clean-up', EVERY_HOUR, () => cleanUpExports(ctx))
}
