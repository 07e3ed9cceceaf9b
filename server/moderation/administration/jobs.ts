import type { Context } from '#server/context.ts'
import { forgetMails } from './service.ts'
import { countWeek, FIRST_COUNT } from './week.ts'

const EVERY_HOUR = '53 * * * *'
const EVERY_NIGHT = '49 3 * * *'

export function handleAdministrationJobs(ctx: Pick<Context, 'db' | 'jobs'>): void {
  ctx.jobs.handle(FIRST_COUNT, () => countWeek(ctx))
  ctx.jobs.schedule('count-week', EVERY_HOUR, () => countWeek(ctx))
  ctx.jobs.schedule('forget-mails', EVERY_NIGHT, () => forgetMails(ctx))
}
