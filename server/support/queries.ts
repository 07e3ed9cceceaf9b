import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { ContactMessage } from '#contract/support.ts'
import type { Database } from '#server/platform/db/connect.ts'

export const selectIsSent = async (db: Database, clientKey: string): Promise<boolean> =>
  (await db
    .selectFrom('contact_messages')
    .select('id')
    .where('client_key', '=', clientKey)
    .executeTakeFirst()) !== undefined

/** Returns undefined if it was sent before. */
export async function insertContactMessage(tx: Database, message: ContactMessage) {
  const row = await tx
    .insertInto('contact_messages')
    .values({
      client_key: message.clientKey,
      first_name: message.firstName,
      last_name: message.lastName,
      email: message.email,
      subject: message.subject,
      message: message.message,
    })
    .onConflict((conflict) => conflict.constraint('contact_message_is_sent_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type ContactMessageRow = NonNullable<Awaited<ReturnType<typeof selectContactMessage>>>

/** Returns undefined if it was removed in the meantime. */
export const selectContactMessage = (db: Database, id: string) =>
  db
    .selectFrom('contact_messages')
    .select(['id', 'first_name', 'last_name', 'email', 'subject', 'message', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export const deleteOldMessages = (db: Database) =>
  db
    .deleteFrom('contact_messages')
    .where('created_at', '<', sql<string>`now() - ${STORAGE_TIMES.contactMessages}::interval`)
    .execute()

export const deleteMessagesFrom = (tx: Database, email: string) =>
  tx.deleteFrom('contact_messages').where('email', '=', email).execute()
