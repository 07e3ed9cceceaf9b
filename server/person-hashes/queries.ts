import type { Database } from '#server/platform/db/connect.ts'

export const selectMailbox = (db: Database, accountId: string) =>
  db.selectFrom('accounts').select(['email', 'mailbox_hash']).where('id', '=', accountId).executeTakeFirst()
