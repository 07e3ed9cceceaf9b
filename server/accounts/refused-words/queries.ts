import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

export const REFUSED_WORDS_CHANNEL = 'refused_words_changed'

/** Returns the words in alphabetical order. */
export async function selectRefusedWords(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('refused_words').select('word').orderBy('word').execute()
  return rows.map(({ word }) => word)
}

/** Returns false if the word was refused already. */
export async function insertRefusedWord(tx: Database, word: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refused_words')
    .values({ word })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns false if the word was not refused. */
export async function deleteRefusedWord(tx: Database, word: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('refused_words').where('word', '=', word).executeTakeFirst()
  return numDeletedRows === 1n
}

export const notifyWordsChanged = (tx: Database) =>
  sql`select pg_notify(${REFUSED_WORDS_CHANNEL}, '')`.execute(tx)
