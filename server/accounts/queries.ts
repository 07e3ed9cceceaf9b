import { sql, type Updateable } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Accounts } from '#server/platform/db/schema.ts'

export type AccountRow = NonNullable<Awaited<ReturnType<typeof selectAccount>>>

const accountQuery = (db: Database) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select([
      'a.id',
      'a.email',
      'a.email_verified_at',
      'a.phone',
      'a.phone_waits_since',
      'a.password_hash',
      'a.totp_secret',
      'a.totp_enabled_at',
      'a.totp_last_step',
      'a.totp_started_at',
      'a.device_epoch',
      'a.created_at',
      'p.full_name',
      'p.username',
      'p.avatar_url',
    ])

export const selectAccountByEmail = (db: Database, email: string) =>
  accountQuery(db).where('a.email', '=', email).executeTakeFirst()

export const selectAccount = (db: Database, id: string) =>
  accountQuery(db).where('a.id', '=', id).executeTakeFirst()

export const selectAccountByPhone = (db: Database, phone: string) =>
  accountQuery(db).where('a.phone', '=', phone).executeTakeFirst()

export const lockAccountRow = (tx: Database, id: string) =>
  tx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Inserts a person with an unconfirmed account. Returns undefined if the address is taken. */
export async function insertAccount(tx: Database, person: { name: string; email: string }) {
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

/** Makes every device unknown to the account. */
export const updateDeviceEpoch = (tx: Database, id: string) =>
  tx
    .updateTable('accounts')
    .set({ device_epoch: sql`device_epoch + 1` })
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
