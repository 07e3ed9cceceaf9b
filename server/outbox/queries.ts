import type { Database } from '#server/db/connect.ts'
import type { KeptMessage, OutboxMessage } from './outbox.ts'

export async function insertMessage(db: Database, { to, ...message }: OutboxMessage): Promise<void> {
  await db
    .insertInto('outbox_messages')
    .values({ ...message, recipient: to })
    .execute()
}

/** Keeps the newest `count`; a uuidv7 grows with time. */
export async function prune(db: Database, count: number): Promise<void> {
  await db
    .deleteFrom('outbox_messages')
    .where('id', '<=', (row) =>
      row.selectFrom('outbox_messages').select('id').orderBy('id', 'desc').offset(count).limit(1),
    )
    .execute()
}

export async function newestMessages(db: Database, to?: string): Promise<KeptMessage[]> {
  const rows = await db
    .selectFrom('outbox_messages')
    .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'created_at as createdAt'])
    .$if(to !== undefined, (query) => query.where('recipient', '=', to ?? ''))
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, channel: row.channel === 'sms' ? 'sms' : 'mail' }))
}
