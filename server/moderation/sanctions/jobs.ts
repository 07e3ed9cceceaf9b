import type { Context } from '#server/context.ts'
import { rememberBannedMailboxes } from './banned-mailboxes.ts'
import { forgetPeople } from './identity-queries.ts'

const EVERY_NIGHT = '51 3 * * *'
const EVERY_HOUR = '27 * * * *'

/** What outlives an account ends here. */
export function handleSanctionJobs(ctx: Pick<Context, 'db' | 'jobs' | 'personHashes'>): void {
  ctx.jobs.schedule('remember-banned-mailboxes', EVERY_HOUR, () => rememberBannedMailboxes(ctx))
  ctx.jobs.schedule('forget-people', EVERY_NIGHT, () => forgetPeople(ctx.db))
}
