import { sql } from 'kysely'
import type { NotificationType } from '#contract/notifications/notification-types.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** People with notifications due by e-mail, ordered by id, after the id `after`. */
export async function selectDuePeople(
  db: Database,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from notifications
    where mail_at <= now() and (${after}::uuid is null or user_id > ${after}::uuid)
    order by user_id limit ${sql.lit(limit)}`.execute(db)
  return rows.map((row) => row.user_id)
}

interface WaitingRow {
  id: string
  is_due: boolean
  /** True if it is unread and the person chose e-mail for its type. */
  is_wanted: boolean
}

/** Locks the person's notifications that wait for an e-mail, newest first. */
export async function lockWaiting(tx: Database, personId: string): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select n.id, n.mail_at <= now() as is_due,
      not n.read and (select w.email from notification_channels(n.user_id, n.type) w) as is_wanted
    from notifications n
    where n.user_id = ${personId} and n.mail_at is not null
    order by n.created_at desc, n.id desc
    for update skip locked`.execute(tx)
  return rows
}

export async function markMailed(tx: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update notifications set mail_at = null, emailed_at = now() where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
}

export async function dropMailMarks(tx: Database, ids: readonly string[]): Promise<void> {
  await sql`update notifications set mail_at = null where id = any(${[...ids]}::uuid[])`.execute(tx)
}

interface MailedRow {
  type: NotificationType
  content: string
  action_url: string | null
}

/** Returns the notifications that are still unread and wanted, newest first. */
export async function selectMailed(db: Database, ids: readonly string[]): Promise<MailedRow[]> {
  const { rows } = await sql<MailedRow>`
    select n.type, n.content, n.action_url
    from notifications n, notification_channels(n.user_id, n.type) w
    where n.id = any(${[...ids]}::uuid[]) and not n.read and w.email
    order by n.created_at desc, n.id desc`.execute(db)
  return rows
}

export async function selectAddress(db: Database, personId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', personId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.email ?? undefined
}
