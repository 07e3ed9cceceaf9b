import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

interface NewSession {
  accountId: string
  deviceName: string
  days: number
  recoverySeconds: number | null
  isFirst: boolean
  passedSecondStep: boolean
}

export async function insertSession(
  tx: Database,
  { accountId, deviceName, days, recoverySeconds, isFirst, passedSecondStep }: NewSession,
) {
  const { id } = await tx
    .insertInto('sessions')
    .values({
      account_id: accountId,
      device_name: deviceName,
      is_first: isFirst,
      second_step_at: passedSecondStep ? sql`now()` : null,
      expires_at: sql`now() + make_interval(days => ${days})`,
      recovery_until:
        recoverySeconds === null ? null : sql`now() + make_interval(secs => ${recoverySeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const endPhoneWait = (tx: Database, accountId: string) =>
  tx.updateTable('accounts').set({ phone_waits_since: null }).where('id', '=', accountId).execute()

export const insertRefreshToken = (tx: Database, sessionId: string, hash: Buffer) =>
  tx.insertInto('refresh_tokens').values({ session_id: sessionId, hash }).execute()

/** Locks the session until the transaction ends, so that requests rotate or end it one after the other. */
export const lockSession = (tx: Database, id: string) =>
  tx
    .selectFrom('sessions')
    .select('account_id')
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .forUpdate()
    .executeTakeFirst()

export const selectRefreshToken = (tx: Database, sessionId: string, hash: Buffer) =>
  tx
    .selectFrom('refresh_tokens')
    .select([
      'used_at',
      // Requests wait for the session's lock, so the clock counts instead of the start of the transaction.
      sql<number>`extract(epoch from clock_timestamp() - used_at)::float8`.as('used_seconds_ago'),
    ])
    .where('session_id', '=', sessionId)
    .where('hash', '=', hash)
    .executeTakeFirst()

export async function markRefreshed(
  tx: Database,
  sessionId: string,
  hash: Buffer,
  days: { unused: number; most: number },
) {
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: sql`coalesce(used_at, now())` })
    .where('hash', '=', hash)
    .execute()
  await tx
    .updateTable('sessions')
    .set({
      last_used_at: sql`now()`,
      expires_at: sql`least(
        now() + make_interval(days => ${days.unused}), created_at + make_interval(days => ${days.most}))`,
    })
    .where('id', '=', sessionId)
    .execute()
  // Old tokens are deleted; the seal in a token shows that it was issued and so must have been used.
  await tx
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where('used_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}

export const selectSessionExists = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()) !== undefined

export const selectOpenSessions = async (db: Database, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where id = any(${ids}::uuid[]) and expires_at > now()`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns undefined unless the session may choose a password without the current one. */
export const selectRecovery = (db: Database, sessionId: string) =>
  db
    .selectFrom('sessions')
    .select('is_first')
    .where('id', '=', sessionId)
    .where('recovery_until', '>', sql<string>`now()`)
    .executeTakeFirst()

export const endRecovery = (tx: Database, sessionId: string) =>
  tx.updateTable('sessions').set({ recovery_until: null }).where('id', '=', sessionId).execute()

export const selectSessions = (db: Database, accountId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device_name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()

/** Deletes all of the account's sessions, only one, or all except one. Returns the deleted ids. */
export async function deleteSessions(
  tx: Database,
  accountId: string,
  { only, except }: { only?: string; except?: string } = {},
) {
  const rows = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes all sessions but the fifty that were used last. Returns the deleted ids. */
export async function deleteOldSessions(tx: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions where id in (
      select id from sessions where account_id = ${accountId} order by last_used_at desc, id desc offset 50
    ) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Returns whether the session signed in or reauthenticated within `seconds`, or undefined if it has ended.
 */
export async function selectIsFresh(db: Database, id: string, seconds: number): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(
      sql<boolean>`greatest(created_at, reauthenticated_at) > now() - make_interval(secs => ${seconds})`.as(
        'is_fresh',
      ),
    )
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row?.is_fresh
}

/** The database's time, which also dates sessions; it is later than the start of every session so far. */
export async function selectDatabaseTime(db: Database): Promise<string> {
  const { rows } = await sql<{ moment: string }>`select now() + interval '1 ms' as moment`.execute(db)
  return rows[0]?.moment ?? ''
}

/** Deletes at most `limit` sessions that began before a moment. */
export async function deleteSessionsBefore(tx: Database, moment: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions where id in (
      select id from sessions where created_at <= ${moment} order by id limit ${sql.lit(limit)} for update
    )
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export const updateReauthenticated = (db: Database, sessionId: string) =>
  db
    .updateTable('sessions')
    .set({ reauthenticated_at: sql`now()` })
    .where('id', '=', sessionId)
    .execute()

export const updateSecondStep = (tx: Database, sessionId: string) =>
  tx
    .updateTable('sessions')
    .set({ second_step_at: sql`now()` })
    .where('id', '=', sessionId)
    .execute()

/**
 * Returns whether a code of the current second factor was entered in the session within `seconds`, or
 * undefined if the session has ended. Codes from before the factor was turned on prove nothing.
 */
export async function selectHasSecondStep(db: Database, id: string, seconds: number) {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(
      sql<boolean>`coalesce(
        s.second_step_at >= a.totp_enabled_at and s.second_step_at > now() - make_interval(secs => ${seconds}), false
      )`.as('has_second_step'),
    )
    .where('s.id', '=', id)
    .where('s.expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row?.has_second_step
}
