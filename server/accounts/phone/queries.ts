import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/** For one code. */
export const PHONE_CODE_ATTEMPTS = 5

export interface PhoneCodeRow {
  id: string
  account_id: string
  phone: string
}

/** Replaces the account's earlier code; returns the row's id, from which the new one is derived. */
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

/** Undefined when it was used, replaced or has expired. */
export const selectPhoneCode = (db: Database, id: string): Promise<PhoneCodeRow | undefined> =>
  db
    .selectFrom('phone_codes')
    .select(['id', 'account_id', 'phone'])
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

/** Undefined when there is no code for this number, or no attempt is left. */
export const countCodeAttempt = (
  db: Database,
  { accountId, phone }: { accountId: string; phone: string },
): Promise<PhoneCodeRow | undefined> =>
  db
    .updateTable('phone_codes')
    .set({ tries: sql`tries + 1` })
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .where('tries', '<', PHONE_CODE_ATTEMPTS)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['id', 'account_id', 'phone'])
    .executeTakeFirst()

/** True for one request alone. */
export const deletePhoneCode = async (tx: Database, id: string): Promise<boolean> =>
  (await tx.deleteFrom('phone_codes').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

/** The person's verified number from now on, and nobody else's. */
export async function updateVerifiedPhone(tx: Database, accountId: string, phone: string): Promise<void> {
  // People who verify the same number, or swap theirs, at the same time come one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('verified phone'))`.execute(tx)
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
}

export const deleteExpiredPhoneCodes = (db: Database) =>
  db
    .deleteFrom('phone_codes')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
