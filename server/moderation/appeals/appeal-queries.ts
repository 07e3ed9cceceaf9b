import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'

export interface OwnDecisionRow {
  id: string
  target_kind: string
  target_id: string
  title: string | null
  action: string
  rule: string | null
  words: string
  until: string | null
  created_at: string
  appeal_words: string | null
  outcome: string | null
  outcome_words: string | null
  appealed_at: string | null
}

const columns = sql.raw(`
  d.id, d.target_kind, d.target_id, coalesce(d.evidence->>'title', '') as title, d.action, d.rule, d.words, d.until, d.created_at,
  a.words as appeal_words, a.outcome, a.outcome_words, a.created_at as appealed_at`)

/** Its person hears of a decision once nobody can take it back. */
const isFinal = sql`not exists (select from provisional_decisions p where p.decision_id = d.id)`

export async function selectOwnDecisions(
  db: Database,
  personId: string,
  after: NewestCursor | null,
  limit: number,
): Promise<OwnDecisionRow[]> {
  const onwards = after
    ? sql`and (d.created_at, d.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<OwnDecisionRow>`
    select ${columns} from decisions d left join appeals a on a.decision_id = d.id
    where (
      d.subject_id = ${personId} or d.id = (select decision_id from sanctions where person_id = ${personId})
    ) and ${isFinal} ${onwards}
    order by d.created_at desc, d.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

type AppealableRow = OwnDecisionRow & { subject_id: string }

/**
 * Returns whether the decision restricts the person although it was made about a deleted account of theirs.
 */
export const selectIsInherited = async (
  db: Database,
  { decisionId, personId }: { decisionId: string; personId: string },
): Promise<boolean> =>
  (await db
    .selectFrom('sanctions')
    .select('person_id')
    .where('decision_id', '=', decisionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()) !== undefined

/**
 * Returns the decision with the person it is about. A decision about a deleted account may also apply to
 * another account of its person.
 */
export async function selectAppealable(db: Database, decisionId: string): Promise<AppealableRow | undefined> {
  const { rows } = await sql<AppealableRow>`
    select ${columns}, d.subject_id from decisions d left join appeals a on a.decision_id = d.id
    where d.id = ${decisionId} and ${isFinal}`.execute(db)
  return rows[0]
}

/** Returns undefined for a decision older than `days`, unless it still shuts its person out. */
export async function selectLinkedDecision(db: Database, decisionId: string, days: number) {
  const { rows } = await sql<AppealableRow>`
    select ${columns}, d.subject_id from decisions d left join appeals a on a.decision_id = d.id
    where d.id = ${decisionId} and (
      d.created_at > now() - make_interval(days => ${days}) or exists (
        select from sanctions s
        where s.decision_id = d.id and (s.until is null or s.until > now())
      )
    )`.execute(db)
  return rows[0]
}

/** Returns false if there is one already. */
export async function insertAppeal(
  db: Database,
  appeal: { decisionId: string; personId: string; words: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('appeals')
    .values({ decision_id: appeal.decisionId, person_id: appeal.personId, words: appeal.words })
    .onConflict((conflict) => conflict.column('decision_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const selectOpenAppeals = (db: Database, limit: number) =>
  db
    .selectFrom('appeals')
    .select(['id', 'decision_id', 'person_id', 'words', 'created_at'])
    .where('outcome', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute()

export const lockAppeal = (tx: Database, id: string) =>
  tx
    .selectFrom('appeals')
    .select(['id', 'decision_id', 'person_id', 'outcome'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updateAppeal = (
  tx: Database,
  id: string,
  { outcome, words, moderatorId }: { outcome: string; words: string; moderatorId: string },
) =>
  tx
    .updateTable('appeals')
    .set({ outcome, outcome_words: words, decided_by: moderatorId, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Returns whether a later decision exists that an appeal against this one must not undo. */
export async function selectIsOverruled(tx: Database, decision: { id: string }): Promise<boolean> {
  const { rows } = await sql<{ overruled: boolean }>`
    select exists (
      select from decisions d join decisions this on this.id = ${decision.id}
      where (d.created_at, d.id) > (this.created_at, this.id) and case
        when this.action in ('limit', 'suspend', 'ban')
          then d.subject_id = this.subject_id and d.action in ('limit', 'suspend', 'ban')
        else d.target_id = this.target_id and d.action = 'remove'
      end
    ) as overruled`.execute(tx)
  return rows[0]?.overruled ?? false
}
