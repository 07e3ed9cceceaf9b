import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

interface EmailChange {
  /** Null for people who registered with a phone number. */
  from: string | null
  to: string
  /** The old address's mailbox. Stored only if the account has none yet, because the first one stays. */
  mailbox: Buffer | null
}

/** The profile shows the new address only if it showed the old one. */
export async function updateEmail(tx: Database, id: string, change: EmailChange) {
  await tx
    .updateTable('accounts')
    .set({
      email: change.to,
      email_verified_at: sql`now()`,
      mailbox_hash: sql`coalesce(mailbox_hash, ${change.mailbox}::bytea)`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('profiles')
    .set({ email: change.to, updated_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`lower(email) is not distinct from ${change.from}::text`)
    .execute()
}

/** An unconfirmed registration does not own its address. */
export const deletePendingRegistration = (tx: Database, email: string) =>
  tx
    .deleteFrom('profiles')
    .where('id', 'in', (row) =>
      row
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .where('email_verified_at', 'is', null)
        .where('password_hash', 'is', null),
    )
    .execute()

interface ChoicesRow {
  email: boolean
  push: boolean
  in_app_off: string[]
  push_off: string[]
  email_off: string[]
}

/** Returns undefined if the account was deleted. */
export const selectPreferences = (db: Database, id: string) =>
  db
    .selectFrom('profiles as p')
    .leftJoin('notification_preferences as n', 'n.account_id', 'p.id')
    .select([
      sql<boolean>`coalesce(n.email, true)`.as('email'),
      sql<boolean>`coalesce(n.push, true)`.as('push'),
      sql<string[]>`coalesce(n.in_app_off, '{}')`.as('in_app_off'),
      sql<string[]>`coalesce(n.push_off, '{}')`.as('push_off'),
      sql<string[]>`coalesce(n.email_off, '{}')`.as('email_off'),
      'p.shows_presence as presence',
    ])
    .where('p.id', '=', id)
    .executeTakeFirst()

/** Columns that are not among the choices stay unchanged. */
export const upsertPreferences = (db: Database, accountId: string, choices: Partial<ChoicesRow>) =>
  db
    .insertInto('notification_preferences')
    .values({ account_id: accountId, ...choices })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...choices, updated_at: sql`now()` }),
    )
    .execute()

/** Changes nothing if the account was deleted. */
export const updateMailOff = (db: Database, accountId: string) =>
  sql`
    insert into notification_preferences (account_id, email) select id, false from accounts where id = ${accountId}
    on conflict (account_id) do update set email = false, updated_at = now()`.execute(db)

/** Returns whether anything changed. */
export async function updateShowsPresence(db: Database, id: string, shows: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles')
    .set({ shows_presence: shows })
    .where('id', '=', id)
    .where('shows_presence', '<>', shows)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
