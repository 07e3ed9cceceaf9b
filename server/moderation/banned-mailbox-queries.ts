import type { Database } from '#server/platform/db/connect.ts'

export const updateMailbox = (tx: Database, accountId: string, mailbox: Buffer) =>
  tx.updateTable('accounts').set({ mailbox_hash: mailbox }).where('id', '=', accountId).execute()

export const selectBannedWithoutMailbox = (db: Database) =>
  db
    .selectFrom('sanctions as s')
    .innerJoin('accounts as a', 'a.id', 's.person_id')
    .select('a.id')
    .where('s.kind', '=', 'banned')
    .where('a.mailbox_hash', 'is', null)
    .where('a.email', 'is not', null)
    .execute()

/** The newest of the banned accounts of a mailbox, but this one. */
export const selectBannedOfMailbox = (db: Database, mailbox: Buffer, except: string) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('sanctions as s', 's.person_id', 'a.id')
    .select('a.id')
    .where('a.mailbox_hash', '=', mailbox)
    .where('a.id', '<>', except)
    .where('s.kind', '=', 'banned')
    .orderBy('s.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether a moderator looked at the person, or a listing of theirs, and found nothing wrong. */
export const selectIsCleared = async (db: Database, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('decisions')
    .select('id')
    .where('subject_id', '=', personId)
    .where('action', 'in', ['approve', 'restore'])
    .limit(1)
    .executeTakeFirst()) !== undefined
