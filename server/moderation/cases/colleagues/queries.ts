import { sql } from 'kysely'
import type { ActionName } from '#contract/moderation/cases/decisions.ts'
import { type CaseReader, isVisibleTo } from '#server/moderation/cases/case-queries.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** The triggers of claims have the same time. */
const isFresh = sql`q.seen_at > now() - interval '10 minutes'`
const LOOKING_MAX = 200
const DECIDED_MAX = 200

/** Claims the case if it is open, or renews the claim. */
export async function upsertClaim(
  db: Database,
  { caseId, moderatorId }: { caseId: string; moderatorId: string },
): Promise<void> {
  await sql`
    insert into case_claims (case_id, moderator_id)
    select id, ${moderatorId} from cases where id = ${caseId} and state = 'open'
    on conflict (case_id, moderator_id) do update set seen_at = excluded.seen_at`.execute(db)
}

export const deleteClaim = (db: Database, { caseId, moderatorId }: { caseId: string; moderatorId: string }) =>
  db.deleteFrom('case_claims').where('case_id', '=', caseId).where('moderator_id', '=', moderatorId).execute()

interface LookingRow {
  case_id: string
  moderator_id: string
  name: string | null
}

/** Colleagues of the reader at open cases that the reader may see. */
export async function selectLooking(db: Database, reader: CaseReader): Promise<LookingRow[]> {
  const { rows } = await sql<LookingRow>`
    select q.case_id, q.moderator_id, staff_name(q.moderator_id) as name
    from case_claims q join cases c on c.id = q.case_id
    where ${isFresh} and q.moderator_id <> ${reader.id} and c.state = 'open' and ${isVisibleTo(reader)}
    order by q.case_id, q.moderator_id limit ${sql.lit(LOOKING_MAX)}`.execute(db)
  return rows
}

/** Decisions of the last half hour whose case is closed now, newest first. */
export async function selectDecided(db: Database, reader: CaseReader) {
  const { rows } = await sql<LookingRow & { action: ActionName }>`
    select d.case_id, d.moderator_id, staff_name(d.moderator_id) as name, d.action
    from (
      select id, case_id, moderator_id, action, created_at from decisions
      where created_at > now() - interval '30 minutes'
      order by created_at desc, id desc limit ${sql.lit(DECIDED_MAX)}
    ) as d join cases c on c.id = d.case_id
    where c.state = 'decided' and ${isVisibleTo(reader)}
    order by d.created_at desc, d.id desc`.execute(db)
  return rows
}

/** Returns undefined for cases that the reader may not see. */
export async function selectCaseHead(db: Database, { id, reader }: { id: string; reader: CaseReader }) {
  const { rows } = await sql<{
    target_kind: string
    target_id: string
    subject_id: string
    state: 'open' | 'decided'
  }>`
    select c.target_kind, c.target_id, c.subject_id, c.state from cases c
    where c.id = ${id} and ${isVisibleTo(reader)}`.execute(db)
  return rows[0]
}
