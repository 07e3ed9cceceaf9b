import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { publicConfig, readConfig } from '#server/config/config.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { MailMessage } from '#server/platform/mail/mailer.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { releaseDueDigests, sendDigest } from './digest.ts'

const database = setUp(createTestDatabase)

/** A process whose jobs run only when the test runs them. */
function watched() {
  const added: { personId: string }[] = []
  const mails: MailMessage[] = []
  const jobs = {
    enqueueAll: async (_: unknown, __: unknown, payloads: typeof added) => void added.push(...payloads),
  } as unknown as Jobs
  const ctx = {
    db: database.db,
    jobs,
    mailer: { send: async (mail: MailMessage) => void mails.push(mail), close: () => undefined },
    secrets: secretsFrom(randomBytes(32)),
    site: publicConfig(readConfig({})),
  }
  return { ctx, added, mails }
}

it('the due digests of all 1001 people are found', async () => {
  await sql`
    with people as (
      insert into profiles (full_name) select 'Reader ' || n from generate_series(1, 1001) n returning id
    )
    insert into notifications (user_id, type, content, mail_at)
    select id, 'other', 'News', now() from people, generate_series(1, 2)`.execute(database.db)
  const { ctx, added } = watched()
  await releaseDueDigests(ctx)
  expect(added).toHaveLength(1001)
  expect(new Set(added.map(({ personId }) => personId)).size).toBe(1001)
})

it('a digest is marked as automatic and keeps its message id on a retry', async () => {
  await insertPeople(database.db)
  await insertAccounts(database.db)
  const { id: personId } = PEOPLE.ama
  const { id } = await database.db
    .insertInto('notifications')
    .values({ user_id: personId, type: 'other', content: 'News' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { ctx, mails } = watched()
  for (const job of ['1-a', '1-a', '2-b'])
    await sendDigest(ctx, { personId, notificationIds: [id] }, { id: job })
  expect(mails.map(({ messageId }) => messageId)).toEqual([
    '<digest.1-a@localhost>',
    '<digest.1-a@localhost>',
    '<digest.2-b@localhost>',
  ])
  expect(mails[0]?.headers).toMatchObject({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})
