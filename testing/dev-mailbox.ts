import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { createDevMailbox, type DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/**
 * Messages that were stored instead of sent, newest first, optionally to one recipient. Wait for
 * `jobs.settled()` first, because jobs store them.
 */
export const readDevMailbox = (db: Database, to?: string): ReturnType<DevMailbox['newest']> =>
  createDevMailbox(db).newest(to)

/**
 * Makes the second attempt of every job of a kind, as after a mail server that did not answer, while all mailboxes have
 * reached their limits.
 */
export async function retryMails(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'settled'> },
  { name }: { name: string },
): Promise<void> {
  await jobs.settled()
  await db.updateTable('rate_limits').set({ count: 1000 }).where('key', 'like', 'mails-%').execute()
  await sql`
    update pgboss.job set state = 'retry', completed_on = null, start_after = now()
    where name = ${name} and state = 'completed'`.execute(db)
  await jobs.settled()
}
