import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { NUMBER_UNUSED_DAYS } from '#server/accounts/rules.ts'

/** Attempts per code. */
export const PHONE_CODE_ATTEMPTS = 5

export interface PhoneCodeRow {
  id: string
  account_id: string
  phone: string
  /** Guesses so far, including the current one. */
  guesses: number
}

/** Replaces the account's earlier code. Returns the id of the row that determines the new code. */
export async function replacePhoneCode(
  tx: Database,
  { accountId, phone, seconds }: { accountId: string; phone: string; seconds: number },
): Promise<string> {
  const code = {
    id: sql<string>`uuidv7()`,
    phone,
    tries: 0,
    created_at: sql<string>`now()`,
    expires_at: sql<string>`now() + make_interval(secs => ${seconds})`,
  }
  const { id } = await tx
    .insertInto('phone_codes')
    .values({ account_id: accountId, ...code })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(code))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns undefined if the code was used, was replaced or has expired. */
export const selectPhoneCode = (db: Database, id: string): Promise<PhoneCodeRow | undefined> =>
  db
    .selectFrom('phone_codes')
    .select(['id', 'account_id', 'phone', 'tries as guesses'])
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

/** Returns undefined if there is no code for this number or no attempts are left. */
export const countCodeAttempt = (db: Database, { accountId, phone }: { accountId: string; phone: string }) =>
  db
    .updateTable('phone_codes')
    .set({ tries: sql`tries + 1` })
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .where('tries', '<', PHONE_CODE_ATTEMPTS)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['id', 'account_id', 'phone', 'tries as guesses'])
    .executeTakeFirst()

/** Returns true for only one of several simultaneous requests. */
export const deletePhoneCode = async (tx: Database, id: string): Promise<boolean> =>
  (await tx.deleteFrom('phone_codes').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

/** Makes people who verify the same number, or swap theirs, at the same time take turns. */
export const lockVerifiedPhones = (tx: Database) =>
  sql`select pg_advisory_xact_lock(hashtext('verified phone'))`.execute(tx)

/**
 * Makes the number the person's verified number, with which only they log in. Callers hold
 * `lockVerifiedPhones`.
 */
export async function updateVerifiedPhone(tx: Database, accountId: string, phone: string): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ phone_verified: false, updated_at: sql`now()` })
    .where('phone_verified', '=', true)
    .where((eb) => eb.or([eb('phone', '=', phone), eb('id', '=', accountId)]))
    .execute()
  await tx
    .updateTable('profiles')
    .set({ phone, phone_verified: true, updated_at: sql`now()` })
    .where('id', '=', accountId)
    .execute()
  await tx
    .updateTable('accounts')
    .set({ phone, phone_proved_at: sql`now()`, phone_waits_since: null })
    .where('id', '=', accountId)
    .execute()
}

export async function clearPhone(tx: Database, accountId: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ phone: null, phone_proved_at: null, phone_waits_since: null })
    .where('id', '=', accountId)
    .execute()
  await tx
    .updateTable('profiles')
    .set({ phone_verified: false, updated_at: sql`now()` })
    .where('id', '=', accountId)
    .where('phone_verified', '=', true)
    .execute()
}

/**
 * Returns whether nobody has used the account for so many days that its number may belong to somebody else.
 */
export async function selectIsUnused(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ is_unused: boolean }>`
    select greatest(
      a.phone_proved_at, a.created_at,
      (select max(last_used_at) from sessions where account_id = a.id),
      (select max(seen_at) from access_traces where account_id = a.id)
    ) < now() - make_interval(days => ${NUMBER_UNUSED_DAYS}) as is_unused
    from accounts a where a.id = ${accountId}`.execute(db)
  return rows[0]?.is_unused ?? false
}

export const deleteExpiredPhoneCodes = (db: Database) =>
  db
    .deleteFrom('phone_codes')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
