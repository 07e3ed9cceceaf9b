import type { CaseNote } from '#contract/moderation/cases/colleagues.ts'
import type { Context } from '#server/context.ts'
import { recordAct, requireStranger, takeNote } from '#server/moderation/staff/service.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import { requireCase } from './claims.ts'
import * as queries from './note-queries.ts'

const FULL = 'This case has 100 notes. Delete one of yours first.'

type Db = Pick<Context, 'db'>

interface OneCase {
  caseId: string
  moderatorId: string
}

const toNote = ({ id, author_id, author_name, text, created_at }: queries.NoteRow): CaseNote => ({
  id,
  author: author_id === null ? null : { id: author_id, name: author_name ?? 'Unknown' },
  text,
  createdAt: created_at,
})

/** Throws not-found. */
export async function listCaseNotes({ db }: Db, { caseId, moderatorId }: OneCase) {
  const { state } = await requireCase(db, { caseId, moderatorId })
  const notes = await queries.selectNotes(db, caseId)
  return { notes: notes.map(toNote), state }
}

/**
 * Adds a note unless it was added before. Throws not-found, also if somebody else uses the id; own-case;
 * invalid-input for a case with 100 notes; staff-too-fast.
 */
export async function addCaseNote(
  ctx: Pick<Context, 'db' | 'limiter'>,
  { caseId, moderatorId, id, text }: OneCase & { id: string; text: string },
): Promise<CaseNote> {
  const { target_kind: kind, target_id, subject_id } = await requireCase(ctx.db, { caseId, moderatorId })
  await requireStranger(ctx.db, { moderatorId, subjectId: subject_id })
  await takeNote(ctx, { actorId: moderatorId })
  await ctx.db.transaction().execute(async (tx) => {
    const outcome = await queries.insertNote(tx, { id, caseId, authorId: moderatorId, text })
    if (outcome === 'full') throw invalidInput([{ field: 'text', message: FULL }])
    if (outcome === 'known') return
    const target = { kind, id: target_id }
    await recordAct(tx, { actorId: moderatorId, action: 'wrote-case-note', target, detail: { case: caseId } })
  })
  const notes = await queries.selectNotes(ctx.db, caseId)
  const own = notes.find((note) => note.id === id && note.author_id === moderatorId)
  if (!own) throw new AppError('not-found')
  return toNote(own)
}

/** Deletes the moderator's own note; the audit keeps that there was one, without its text. Throws not-found. */
export async function deleteCaseNote(
  { db }: Db,
  { caseId, moderatorId, id }: OneCase & { id: string },
): Promise<void> {
  const { target_kind: kind, target_id } = await requireCase(db, { caseId, moderatorId })
  await db.transaction().execute(async (tx) => {
    if (!(await queries.deleteNote(tx, { id, caseId, authorId: moderatorId })))
      throw new AppError('not-found')
    const target = { kind, id: target_id }
    await recordAct(tx, {
      actorId: moderatorId,
      action: 'deleted-case-note',
      target,
      detail: { case: caseId },
    })
  })
}
