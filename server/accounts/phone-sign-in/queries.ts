import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/** Guesses per code; after these, people request another one. */
const ATTEMPTS = 3

export interface SignInCodeRow {
  id: string
  phone: string
  browser: string
  /** Guesses so far, including the current one. */
  guesses: number
}

/** Replaces the browser's earlier code. Returns the id of the row that determines the new code. */
export async function replaceSignInCode(
  tx: Database,
  { phone, browser, seconds }: { phone: string; browser: string; seconds: number },
): Promise<string> {
  const code = {
    id: sql<string>`uuidv7()`,
    tries: 0,
    expires_at: sql<string>`now() + make_interval(secs => ${seconds})`,
  }
  const { id } = await tx
    .insertInto('phone_sign_in_codes')
    .values({ phone, browser, ...code })
    .onConflict((conflict) => conflict.columns(['phone', 'browser']).doUpdateSet(code))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns undefined if the code was used, was replaced or has expired. */
export const selectSignInCode = (db: Database, id: string): Promise<SignInCodeRow | undefined> =>
  db
    .selectFrom('phone_sign_in_codes')
    .select(['id', 'phone', 'browser', 'tries as guesses'])
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

/** Returns undefined if the browser has no code for this number or no attempts are left. */
export const countSignInAttempt = (db: Database, { phone, browser }: { phone: string; browser: string }) =>
  db
    .updateTable('phone_sign_in_codes')
    .set({ tries: sql`tries + 1` })
    .where('phone', '=', phone)
    .where('browser', '=', browser)
    .where('tries', '<', ATTEMPTS)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['id', 'phone', 'browser', 'tries as guesses'])
    .executeTakeFirst()

/** Resets the attempts of a correct code, which the person sends again together with the missing proof. */
export const returnSignInAttempts = (db: Database, id: string) =>
  db.updateTable('phone_sign_in_codes').set({ tries: 0 }).where('id', '=', id).execute()

/** Returns true for only one of several simultaneous requests. */
export const deleteSignInCode = async (tx: Database, id: string): Promise<boolean> =>
  (await tx.deleteFrom('phone_sign_in_codes').where('id', '=', id).returning('id').executeTakeFirst()) !==
  undefined

export const deleteExpiredSignInCodes = (db: Database) =>
  db
    .deleteFrom('phone_sign_in_codes')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()

/** Returns which of these accounts the number belongs to. */
export const selectAccountOfNumber = async (db: Database, phone: string, among: readonly string[]) =>
  (
    await db
      .selectFrom('accounts')
      .select('id')
      .where('phone', '=', phone)
      .where('id', 'in', among)
      .executeTakeFirst()
  )?.id

interface NewAccount {
  name: string
  phone: string
  /** The number's hash, which limits use to recognise the person from now on. */
  mailbox: Buffer
}

export async function insertPhoneAccount(tx: Database, { name, phone, mailbox }: NewAccount) {
  const { id } = await tx
    .insertInto('profiles')
    .values({ full_name: name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('accounts')
    .values({ id, phone, phone_proved_at: sql`now()`, mailbox_hash: mailbox })
    .execute()
  return id
}

export const updateProvedNow = (tx: Database, accountId: string) =>
  tx
    .updateTable('accounts')
    .set({ phone_proved_at: sql`now()` })
    .where('id', '=', accountId)
    .execute()

/** Returns the start of the wait; a wait that has begun continues. */
export async function beginWait(tx: Database, accountId: string): Promise<string> {
  const { rows } = await sql<{ since: string }>`
    update accounts set phone_waits_since = now() where id = ${accountId} returning phone_waits_since as since`.execute(
    tx,
  )
  const row = rows[0]
  if (!row) throw new Error(`Account ${accountId} is missing although it is locked`)
  return row.since
}
