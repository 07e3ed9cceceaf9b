import type { Context } from '#server/context.ts'
import { rememberBannedMailboxes } from './banned-mailboxes.ts'

const EVERY_HOUR = '27 * * * *'

export function handleSanctionJobs(ctx: Pick<Context, 'db' | 'jobs' | 'personHashes'>): void {
  ctx.jobs.schedule('remember-banned-mailboxes', EVERY_HOUR, () => rememberBannedMailboxes(ctx))
}
