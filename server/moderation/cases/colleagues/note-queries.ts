import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

const NOTES_MAX = 100

export interface NoteRow {
  id: string
  author_id: string | null
  author_name: string | null
  text: string
  created_at: string
}

/** The notes of a case, oldest first. */
export async function selectNotes(db: Database, caseId: string): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select id, author_id, staff_name(author_id) as author_name, text, created_at from case_notes
    where case_id = ${caseId} order by created_at, id limit ${sql.lit(NOTES_MAX)}`.execute(db)
  return rows
}

interface NewNote {
  id: string
  caseId: string
  authorId: string
  text: string
}

/** Returns 'known' for an id that is in use, and 'full' for a case that has enough notes. */
export async function insertNote(
  tx: Database,
  { id, caseId, authorId, text }: NewNote,
): Promise<'added' | 'known' | 'full'> {
  const { rows } = await sql<{ outcome: 'added' | 'known' | 'full' }>`
    with known as (select from case_notes where id = ${id}),
    added as (
      insert into case_notes (id, case_id, author_id, text)
      select ${id}, ${caseId}, ${authorId}, ${text}
      where (select count(*) from case_notes where case_id = ${caseId}) < ${sql.lit(NOTES_MAX)}
      on conflict (id) do nothing
      returning id
    )
    select case
      when exists (select from added) then 'added'
      when exists (select from known) then 'known'
      -- The same note was sent at the same moment.
      when (select count(*) from case_notes where case_id = ${caseId}) < ${sql.lit(NOTES_MAX)} then 'known'
      else 'full'
    end as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'full'
}

/** Returns undefined unless the note is the author's and at this case. */
export const deleteNote = (
  tx: Database,
  { id, caseId, authorId }: Omit<NewNote, 'text'>,
): Promise<{ id: string } | undefined> =>
  tx
    .deleteFrom('case_notes')
    .where('id', '=', id)
    .where('case_id', '=', caseId)
    .where('author_id', '=', authorId)
    .returning('id')
    .executeTakeFirst()
