import { sql } from 'kysely'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { DecisionRow } from '#server/moderation/cases/decision-queries.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** State of a target and its case before a decision. */
export interface Before {
  holds: { cause: string; created_at: string; until: string | null }[]
  evidence: object | null
  openedAs: object | null
  isReviewShown: boolean
}

interface Provisional {
  decisionId: string
  caseId: string
  target: Target
}

/** Runs before the decision has effects. Returns the end of the minute. */
export async function insertProvisional(tx: Database, provisional: Provisional): Promise<string> {
  const { decisionId, caseId, target } = provisional
  const { rows } = await sql<{ ends_at: string }>`
    insert into provisional_decisions (decision_id, before)
    select ${decisionId}::uuid, json_build_object(
      'holds', coalesce((
        select json_agg(json_build_object('cause', cause, 'created_at', created_at, 'until', until))
        from product_holds where product_id = ${target.id}::uuid
      ), '[]'),
      'evidence', c.evidence,
      'openedAs', c.opened_as,
      'isReviewShown', exists (
        select from product_reviews where id = ${target.id}::uuid and removed_at is null
        union all
        select from buyer_reviews where id = ${target.id}::uuid and removed_at is null
      ))
    from cases c where c.id = ${caseId}::uuid
    returning ends_at`.execute(tx)
  return rows[0]?.ends_at ?? ''
}

/** Locks the decision while it can be taken back. Returns undefined after the minute. */
export async function lockProvisional(tx: Database, decisionId: string): Promise<Before | undefined> {
  const { rows } = await sql<{ before: Before }>`
    select before from provisional_decisions
    where decision_id = ${decisionId} and ends_at > clock_timestamp() for update`.execute(tx)
  return rows[0]?.before
}

/** Returns false if the decision was taken back or is final already. */
export const deleteProvisional = async (tx: Database, decisionId: string): Promise<boolean> =>
  (await tx
    .deleteFrom('provisional_decisions')
    .where('decision_id', '=', decisionId)
    .returning('decision_id')
    .executeTakeFirst()) !== undefined

/** Ids of decisions whose minute was over five minutes ago. */
export async function selectOverdue(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('provisional_decisions')
    .select('decision_id')
    .where('ends_at', '<', sql<string>`now() - interval '5 minutes'`)
    .orderBy('ends_at')
    .limit(sql.lit(limit))
    .execute()
  return rows.map((row) => row.decision_id)
}

const laterThan = ({ id }: DecisionRow) => sql`
  (d.created_at, d.id) > (select created_at, id from decisions where id = ${id})`

/** Returns whether the target was decided about since. */
export async function selectIsDecidedSince(tx: Database, decision: DecisionRow): Promise<boolean> {
  const { rows } = await sql<{ decided: boolean }>`
    select exists (
      select from decisions d where d.target_id = ${decision.target_id} and ${laterThan(decision)}
    ) as decided`.execute(tx)
  return rows[0]?.decided ?? false
}

/** Returns whether somebody decided about the target or sanctioned its person since, or reported the target. */
export async function selectIsFollowed(tx: Database, decision: DecisionRow): Promise<boolean> {
  if (await selectIsDecidedSince(tx, decision)) return true
  const { rows } = await sql<{ followed: boolean }>`
    select exists (
      select from decisions d
      where d.subject_id = ${decision.subject_id} and d.action in ('limit', 'suspend', 'ban')
        and ${laterThan(decision)}
    ) or exists (
      select from cases
      where target_kind = ${decision.target_kind} and target_id = ${decision.target_id} and state = 'open'
        and id <> ${decision.case_id}
    ) as followed`.execute(tx)
  return rows[0]?.followed ?? false
}

/** Opens the case again with its reports; a case that the decision did not close stays as it is. */
export async function reopenCase(tx: Database, caseId: string, before: Before): Promise<void> {
  const { evidence, openedAs } = before
  await tx
    .updateTable('cases')
    .set({
      state: 'open',
      decided_at: null,
      evidence: evidence && JSON.stringify(evidence),
      opened_as: openedAs && JSON.stringify(openedAs),
    })
    .where('id', '=', caseId)
    .where('state', '=', sql.lit('decided'))
    .execute()
  await tx
    .updateTable('reports')
    .set({ outcome: null, decided_at: null })
    .where('case_id', '=', caseId)
    .execute()
}

/** The database refuses to delete a decision without its row here. */
export async function deleteDecision(tx: Database, id: string): Promise<void> {
  await tx.deleteFrom('decisions').where('id', '=', id).execute()
  await deleteProvisional(tx, id)
}

/**
 * Title of what was decided about, as it was at the decision: its owner may have renamed it since. Null for a private
 * message, the words of a review, and a name that another ban withholds.
 */
export async function selectAnnouncedTitle(tx: Database, decisionId: string): Promise<string | null> {
  const { rows } = await sql<{ title: string | null }>`
    select case d.target_kind
      when 'product' then d.evidence->>'title'
      when 'review' then (select title from products where id = (d.evidence->>'product')::uuid)
      when 'person' then (
        select d.evidence->>'name' where not exists (
          select from withheld_profiles w join sanctions s on s.person_id = w.person_id and s.decision_id <> d.id
          where w.person_id = d.target_id
        )
      )
    end as title
    from decisions d where d.id = ${decisionId}`.execute(tx)
  return rows[0]?.title ?? null
}
