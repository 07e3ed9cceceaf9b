import { sql } from 'kysely'
import type { DecisionForm } from '#contract/moderation/cases/cases.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'

export const selectIsStaff = async (tx: Database, personId: string): Promise<boolean> =>
  (await tx
    .selectFrom('staff')
    .select('account_id')
    .where('account_id', '=', personId)
    .executeTakeFirst()) !== undefined

/** Locks the case until the decision is written. */
export const lockOpenCase = (tx: Database, { kind, id }: Target) =>
  tx
    .selectFrom('cases')
    .select('id')
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .where('state', '=', sql.lit('open'))
    .forUpdate()
    .executeTakeFirst()

interface NewDecision extends Omit<DecisionForm, 'caseId' | 'isUndoable'> {
  caseId: string | null
  subjectId: string
  moderatorId: string
  evidence: object
}

export async function insertDecision(tx: Database, decision: NewDecision): Promise<string> {
  const { id } = await tx
    .insertInto('decisions')
    .values({
      case_id: decision.caseId,
      target_kind: decision.target.kind,
      target_id: decision.target.id,
      subject_id: decision.subjectId,
      moderator_id: decision.moderatorId,
      action: decision.action,
      rule: decision.rule,
      words: decision.words,
      until: decision.days === null ? null : sql`now() + make_interval(days => ${decision.days})`,
      evidence: JSON.stringify(decision.evidence),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Decides the case and its reports, ends its claims, and deletes the evidence of deleted targets. */
export async function closeCase(tx: Database, caseId: string, isUpheld: boolean): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ state: 'decided', decided_at: sql`now()`, evidence: null })
    .where('id', '=', caseId)
    .execute()
  await tx
    .updateTable('reports')
    .set({ outcome: isUpheld ? 'upheld' : 'not-upheld', decided_at: sql`now()` })
    .where('case_id', '=', caseId)
    .where('outcome', 'is', null)
    .execute()
  await tx.deleteFrom('case_claims').where('case_id', '=', caseId).execute()
}

/** Returns the photos that the case had stored. */
export async function deletePhotosOfCase(tx: Database, caseId: string): Promise<string[]> {
  const photos = await tx
    .deleteFrom('case_photos')
    .where('case_id', '=', caseId)
    .returning('image_url')
    .execute()
  return photos.map((photo) => photo.image_url)
}

const isFromOutside = sql`exists (select from outside_reporters o where o.report_id = reports.id)`

/** Deletes the words of reporters who have left. Returns the others, who hear the outcome. */
export async function forgetWordsOfCase(tx: Database, caseId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('reports')
    .set({ words: sql`case when reporter_id is null and not ${isFromOutside} then '' else words end` })
    .where('case_id', '=', caseId)
    .returning('reporter_id')
    .execute()
  return rows.flatMap((row) => row.reporter_id ?? [])
}

export interface DecisionRow {
  id: string
  case_id: string | null
  target_kind: string
  target_id: string
  title: string | null
  subject_id: string
  subject_name: string | null
  moderator_id: string
  moderator_name: string | null
  action: string
  rule: string | null
  words: string
  until: string | null
  created_at: string
}

const nameOf = (column: string) =>
  sql.raw(`
  staff_name(d.${column})`)

const decisionColumns = sql`
  d.id, d.case_id, d.target_kind, d.target_id, coalesce(
    nullif(target_title(d.target_kind, d.target_id), ''), d.evidence->>'title', d.evidence->>'name'
  ) as title,
  d.subject_id, ${nameOf('subject_id')} as subject_name, d.moderator_id, ${nameOf('moderator_id')} as moderator_name,
  d.action, d.rule, d.words, d.until, d.created_at`

const onwards = (after: NewestCursor | null) =>
  after ? sql`and (d.created_at, d.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql``

export async function selectDecision(db: Database, id: string): Promise<DecisionRow | undefined> {
  const { rows } =
    await sql<DecisionRow>`select ${decisionColumns} from decisions d where d.id = ${id}`.execute(db)
  return rows[0]
}

export async function selectDecisionsById(db: Database, ids: readonly string[]): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select ${decisionColumns} from decisions d where d.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Decisions about everyone or one person, newest first. */
export async function selectDecisions(
  db: Database,
  { subjectIds, after, limit }: { subjectIds?: string[]; after: NewestCursor | null; limit: number },
): Promise<DecisionRow[]> {
  const ofPerson = subjectIds === undefined ? sql`true` : sql`d.subject_id = any(${subjectIds}::uuid[])`
  const { rows } = await sql<DecisionRow>`
    select ${decisionColumns}
    from (
      select * from decisions d where ${ofPerson} ${onwards(after)}
      order by d.created_at desc, d.id desc limit ${sql.lit(limit)}
    ) as d
    order by d.created_at desc, d.id desc`.execute(db)
  return rows
}
