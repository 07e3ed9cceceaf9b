import { sql } from 'kysely'
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

interface ChoicesRow {
  email: boolean
  push: boolean
  in_app_off: string[]
  push_off: string[]
  email_off: string[]
}

/** Undefined once the person has left. */
export const selectPreferences = (
  db: Database,
  id: string,
): Promise<(ChoicesRow & { presence: boolean }) | undefined> =>
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

/** What is not among the choices stays. */
export const upsertPreferences = (db: Database, accountId: string, choices: Partial<ChoicesRow>) =>
  db
    .insertInto('notification_preferences')
    .values({ account_id: accountId, ...choices })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...choices, updated_at: sql`now()` }),
    )
    .execute()

/** Nothing for whoever has left. */
export const updateMailOff = (db: Database, accountId: string) =>
  sql`
    insert into notification_preferences (account_id, email) select id, false from accounts where id = ${accountId}
    on conflict (account_id) do update set email = false, updated_at = now()`.execute(db)

/** Whether that changed anything. */
export async function updateShowsPresence(db: Database, id: string, shows: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles')
    .set({ shows_presence: shows })
    .where('id', '=', id)
    .where('shows_presence', '<>', shows)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
