import { sql } from 'kysely'
import type { NotificationPreferences } from '#contract/account-settings.ts'
import type { Database } from '#server/db/connect.ts'

/** Seconds since the sign-in that began the session; undefined when it is over. */
export async function selectSessionAge(db: Database, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('seconds'))
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row?.seconds
}

export const stampReauthentication = (db: Database, sessionId: string) =>
  db
    .updateTable('sessions')
    .set({ reauthenticated_at: sql`now()` })
    .where('id', '=', sessionId)
    .execute()

/** The profile shows the new address only where it showed the old one. */
export async function updateEmail(tx: Database, id: string, change: { from: string; to: string }) {
  await tx
    .updateTable('accounts')
    .set({ email: change.to, email_verified_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('profiles')
    .set({ email: change.to, updated_at: sql`now()` })
    .where('id', '=', id)
    .where(sql`lower(email)`, '=', change.from)
    .execute()
}

/** A registration that nobody confirmed holds nothing but the wish for an address. */
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

export async function selectPreferences(db: Database, accountId: string): Promise<NotificationPreferences> {
  const row = await db
    .selectFrom('notification_preferences')
    .select(['email', 'push'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { email: true, push: true }
}

export const upsertPreferences = (db: Database, accountId: string, preferences: NotificationPreferences) =>
  db
    .insertInto('notification_preferences')
    .values({ account_id: accountId, ...preferences })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...preferences, updated_at: sql`now()` }),
    )
    .execute()

export const deleteExpiredSessions = (db: Database) =>
  db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<string>`now()`)
    .execute()

/** A confirmation that is too late can still be sent again, with the choices of that registration. */
export const deleteExpiredTokens = (db: Database) =>
  db
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<', sql<string>`now()`)
    .where((row) =>
      row.or([
        row('purpose', '<>', 'verify-email'),
        row('expires_at', '<', sql<string>`now() - interval '30 days'`),
      ]),
    )
    .execute()

export const deleteStaleRegistrations = (db: Database) =>
  db
    .deleteFrom('profiles')
    .where('id', 'in', (row) =>
      row
        .selectFrom('accounts')
        .select('id')
        .where('email_verified_at', 'is', null)
        .where('password_hash', 'is', null)
        .where('created_at', '<', sql<string>`now() - interval '30 days'`),
    )
    .execute()
