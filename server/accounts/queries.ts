import { sql, type Updateable } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Accounts } from '#server/db/schema.ts'

export type AccountRow = NonNullable<Awaited<ReturnType<typeof selectAccountByEmail>>>

const accountQuery = (db: Database) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select([
      'a.id',
      'a.email',
      'a.email_verified_at',
      'a.password_hash',
      'a.totp_secret',
      'a.totp_enabled_at',
      'a.totp_last_step',
      'a.created_at',
      'p.full_name',
      'p.username',
      'p.avatar_url',
    ])

export const selectAccountByEmail = (db: Database, email: string) =>
  accountQuery(db).where('a.email', '=', email).executeTakeFirst()

export const selectAccount = (db: Database, id: string) =>
  accountQuery(db).where('a.id', '=', id).executeTakeFirst()

/** A person with an account that nobody has confirmed yet. Undefined when the address is taken. */
export async function insertAccount(
  tx: Database,
  person: { name: string; email: string },
): Promise<string | undefined> {
  const { id } = await tx
    .insertInto('profiles')
    .values({ full_name: person.name, email: person.email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await tx
    .insertInto('accounts')
    .values({ id, email: person.email })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return account?.id
}

export const updateAccount = (tx: Database, id: string, change: Updateable<Accounts>) =>
  tx
    .updateTable('accounts')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const updateFullName = (tx: Database, id: string, name: string) =>
  tx
    .updateTable('profiles')
    .set({ full_name: name, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const deleteIdentities = (tx: Database, accountId: string) =>
  tx.deleteFrom('account_identities').where('account_id', '=', accountId).execute()

interface NewSession {
  accountId: string
  deviceName: string
  days: number
  recoverySeconds: number | null
}

export async function insertSession(
  tx: Database,
  { accountId, deviceName, days, recoverySeconds }: NewSession,
) {
  const { id } = await tx
    .insertInto('sessions')
    .values({
      account_id: accountId,
      device_name: deviceName,
      expires_at: sql`now() + make_interval(days => ${days})`,
      recovery_until:
        recoverySeconds === null ? null : sql`now() + make_interval(secs => ${recoverySeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const insertRefreshToken = (tx: Database, sessionId: string, hash: Buffer) =>
  tx.insertInto('refresh_tokens').values({ session_id: sessionId, hash }).execute()

/** Locked until the transaction ends, so that two tabs rotate one after the other. */
export const selectRefreshToken = (tx: Database, hash: Buffer) =>
  tx
    .selectFrom('refresh_tokens as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select([
      'r.session_id',
      's.account_id',
      'r.used_at',
      sql<number>`extract(epoch from now() - r.used_at)::float8`.as('used_seconds_ago'),
    ])
    .where('r.hash', '=', hash)
    .where('s.expires_at', '>', sql<string>`now()`)
    .forUpdate()
    .executeTakeFirst()

export async function markRefreshed(tx: Database, sessionId: string, hash: Buffer, days: number) {
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: sql`coalesce(used_at, now())` })
    .where('hash', '=', hash)
    .execute()
  await tx
    .updateTable('sessions')
    .set({ last_used_at: sql`now()`, expires_at: sql`now() + make_interval(days => ${days})` })
    .where('id', '=', sessionId)
    .execute()
  // No chain grows for ever: a token that is gone is known as used by the session's id in it.
  await tx
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where('used_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}

export const selectSessionOwner = async (db: Database, id: string): Promise<string | undefined> =>
  (await db.selectFrom('sessions').select('account_id').where('id', '=', id).executeTakeFirst())?.account_id

export const selectSessionExists = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()) !== undefined

export const selectStandingSessions = async (db: Database, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where id = any(${ids}::uuid[]) and expires_at > now()`.execute(db)
  return rows.map((row) => row.id)
}

export const selectMayRecover = async (db: Database, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('recovery_until', '>', sql<string>`now()`)
    .executeTakeFirst()) !== undefined

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

/** Deletes the account's sessions, all of them or as told; returns the ids of those that were there. */
export async function deleteSessions(
  tx: Database,
  accountId: string,
  which: { only?: string; except?: string } = {},
) {
  const rows = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(which.only !== undefined, (query) => query.where('id', '=', which.only ?? ''))
    .$if(which.except !== undefined, (query) => query.where('id', '<>', which.except ?? ''))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface NewOneTimeToken {
  id: string
  hash: Buffer
  purpose: string
  accountId: string
  seconds: number
  payload: object
}

export const insertOneTimeToken = (tx: Database, token: NewOneTimeToken) =>
  tx
    .insertInto('one_time_tokens')
    .values({
      id: token.id,
      hash: token.hash,
      purpose: token.purpose,
      account_id: token.accountId,
      payload: JSON.stringify(token.payload),
      expires_at: sql`now() + make_interval(secs => ${token.seconds})`,
    })
    .execute()

export const deleteOneTimeTokensOf = (tx: Database, accountId: string, purpose: string) =>
  tx
    .deleteFrom('one_time_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .execute()

/** Undefined when it is unknown, used or too old. */
export const deleteOneTimeToken = (tx: Database, purpose: string, hash: Buffer) =>
  tx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['account_id', 'payload'])
    .executeTakeFirst()

export const selectOneTimeToken = (tx: Database, accountId: string, purpose: string) =>
  tx
    .selectFrom('one_time_tokens')
    .select('payload')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

/** Undefined when it is unknown, used or too old. */
export const selectOneTimeTokenByHash = (db: Database, purpose: string, hash: Buffer) =>
  db
    .selectFrom('one_time_tokens')
    .select(['account_id', 'payload'])
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
