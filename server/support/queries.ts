import { sql } from 'kysely'
import type { ContactLetter } from '#contract/support.ts'
import type { Database } from '#server/db/connect.ts'

/** Whether it was sent before. */
export const isKept = async (db: Database, clientKey: string): Promise<boolean> =>
  (await db
    .selectFrom('contact_messages')
    .select('id')
    .where('client_key', '=', clientKey)
    .executeTakeFirst()) !== undefined

/** Undefined when it was sent before. */
export async function insertLetter(tx: Database, letter: ContactLetter): Promise<string | undefined> {
  const row = await tx
    .insertInto('contact_messages')
    .values({
      client_key: letter.clientKey,
      first_name: letter.firstName,
      last_name: letter.lastName,
      email: letter.email,
      subject: letter.subject,
      message: letter.message,
    })
    .onConflict((conflict) => conflict.constraint('contact_message_is_sent_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type LetterRow = NonNullable<Awaited<ReturnType<typeof selectLetter>>>

/** Undefined when it was removed meanwhile. */
export const selectLetter = (db: Database, id: string) =>
  db
    .selectFrom('contact_messages')
    .select(['id', 'first_name', 'last_name', 'email', 'subject', 'message', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export const deleteOldLetters = (db: Database, years: number) =>
  db
    .deleteFrom('contact_messages')
    .where('created_at', '<', sql<string>`now() - make_interval(years => ${years})`)
    .execute()

export const deleteLettersOf = (tx: Database, email: string) =>
  tx.deleteFrom('contact_messages').where('email', '=', email).execute()
