import type { Database } from '#server/platform/db/connect.ts'

export interface SentMessage {
  channel: 'mail' | 'sms'
  to: string
  subject: string
  text: string
  html: string
}

export interface StoredMessage extends SentMessage {
  id: string
  createdAt: string
}

export async function insertMessage(db: Database, { to, ...message }: SentMessage): Promise<void> {
  await db
    .insertInto('outbox_messages')
    .values({ ...message, recipient: to })
    .execute()
}

/** Deletes all but the newest `count` messages; ids are uuidv7 and grow with time. */
export async function prune(db: Database, count: number): Promise<void> {
  await db
    .deleteFrom('outbox_messages')
    .where('id', '<=', (row) =>
      row.selectFrom('outbox_messages').select('id').orderBy('id', 'desc').offset(count).limit(1),
    )
    .execute()
}

export async function newestMessages(db: Database, to?: string): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom('outbox_messages')
    .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'created_at as createdAt'])
    .$if(to !== undefined, (query) => query.where('recipient', '=', to ?? ''))
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, channel: row.channel === 'sms' ? 'sms' : 'mail' }))
}
