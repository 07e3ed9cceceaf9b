import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

const now = sql<string>`now()`

export const selectLatestExport = (db: Database, accountId: string) =>
  db
    .selectFrom('data_exports')
    .select(['id', 'status', 'requested_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const selectExport = (db: Database, id: string) =>
  db.selectFrom('data_exports').select(['account_id', 'status']).where('id', '=', id).executeTakeFirst()

/** Returns undefined if one is being prepared already. */
export const insertExport = (tx: Database, accountId: string) =>
  tx
    .insertInto('data_exports')
    .values({ account_id: accountId })
    // With a parameter, the index would no longer match once the statement has a generic plan.
    .onConflict((conflict) =>
      conflict.column('account_id').where('status', '=', sql.lit('preparing')).doNothing(),
    )
    .returning(['id', 'status', 'requested_at', 'expires_at'])
    .executeTakeFirst()

/** Returns undefined if the account was deleted in the meantime. */
export const markReady = (tx: Database, id: string, seconds: number) =>
  tx
    .updateTable('data_exports')
    .set({ status: 'ready', expires_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .where('status', '=', 'preparing')
    .returning('account_id')
    .executeTakeFirst()

export const markFailed = (db: Database, id: string) =>
  db.updateTable('data_exports').set({ status: 'failed' }).where('id', '=', id).execute()

/** Deletes all other exports of the person. Returns their ids, which name their files. */
export async function deleteOtherExports(tx: Database, accountId: string, exceptId: string) {
  const rows = await tx
    .deleteFrom('data_exports')
    .where('account_id', '=', accountId)
    .where('id', '<>', exceptId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks exports as failed that a process left unfinished when it died. */
export const failAbandonedExports = (db: Database) =>
  db
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('status', '=', 'preparing')
    .where('requested_at', '<', sql<string>`now() - interval '3 hours'`)
    .execute()

export const selectEndedExports = (db: Database) =>
  db
    .selectFrom('data_exports')
    .select('id')
    .where((row) =>
      row.or([
        row('expires_at', '<', now),
        row.and([
          row('status', '=', 'failed'),
          row('requested_at', '<', sql<string>`now() - interval '2 days'`),
        ]),
      ]),
    )
    .limit(1000)
    .execute()

export const deleteExport = (db: Database, id: string) =>
  db.deleteFrom('data_exports').where('id', '=', id).execute()

/** Returns whether the account has an address to mail to. */
export const selectHasEmail = async (db: Database, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('email', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Locks the account, so that the second of two simultaneous deletions finds none. */
export const selectAccountToDelete = (tx: Database, accountId: string) =>
  tx
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select(['a.email', 'a.email_verified_at', 'p.avatar_url', 'p.full_name', 'p.username'])
    .where('a.id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export async function selectExportIds(tx: Database, accountId: string): Promise<string[]> {
  const rows = await tx.selectFrom('data_exports').select('id').where('account_id', '=', accountId).execute()
  return rows.map(({ id }) => id)
}

/** Foreign keys delete the rows that are only the person's and clear references in others. */
export const deletePerson = (tx: Database, id: string) =>
  tx.deleteFrom('profiles').where('id', '=', id).execute()
