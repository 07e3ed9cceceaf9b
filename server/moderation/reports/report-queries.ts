import { sql } from 'kysely'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'
import { isPublic } from '#server/products/visibility.ts'
import type { ReporterRecord } from './rules.ts'

/**
 * The person responsible for something that the viewer can see and that is not their own; otherwise
 * undefined.
 */
export async function selectSubject(db: Database, { kind, id }: Target, viewerId: string) {
  const of = {
    product: sql`select p.seller_id as id from products p where p.id = ${id} and ${isPublic}`,
    person: sql`select id from profiles where id = ${id}`,
    message: sql`
      select m.sender_id as id from messages m
      join conversation_participants t on t.conversation_id = m.conversation_id and t.user_id = ${viewerId}
      where m.id = ${id}`,
    review: sql`
      select reviewer_id as id from product_reviews where id = ${id} and removed_at is null and waits_until is null
      union all
      select seller_id from buyer_reviews where id = ${id} and is_shown`,
  }
  const { rows } = await sql<{ id: string | null }>`
    select id from (${of[kind]}) as found where id <> ${viewerId}`.execute(db)
  return rows[0]?.id ?? undefined
}

const REPORT_COLUMNS = [
  'id',
  'target_kind',
  'target_id',
  'reason',
  'outcome',
  'created_at',
  // Private messages are not quoted.
  sql<string | null>`case when target_kind <> 'message' then target_title(target_kind, target_id) end`.as(
    'title',
  ),
] as const

/** Finds the person's report of a target that nobody has decided yet. */
export const selectReportBy = (db: Database, reporterId: string, { kind, id }: Target) =>
  db
    .selectFrom('reports')
    .select(REPORT_COLUMNS)
    .where('reporter_id', '=', reporterId)
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()

export const selectReports = (db: Database, reporterId: string, after: NewestCursor | null, limit: number) =>
  db
    .selectFrom('reports')
    .select(REPORT_COLUMNS)
    .where('reporter_id', '=', reporterId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .execute()

/** The target's open case, created if there is none. The lock makes its reports wait for each other. */
export async function openCase(tx: Database, { kind, id }: Target, subjectId: string): Promise<string> {
  await tx
    .insertInto('cases')
    .values({ target_kind: kind, target_id: id, subject_id: subjectId })
    .onConflict((conflict) =>
      conflict.columns(['target_kind', 'target_id']).where('state', '=', sql.lit('open')).doNothing(),
    )
    .execute()
  const row = await tx
    .selectFrom('cases')
    .select('id')
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .where('state', '=', sql.lit('open'))
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.id
}

export async function selectReporterRecord(
  tx: Database,
  { reporterId, caseId }: { reporterId: string; caseId: string },
): Promise<ReporterRecord> {
  const { rows } = await sql<ReporterRecord>`
    select
      (select count(*) from reports where reporter_id = ${reporterId} and outcome = 'upheld')::int as upheld,
      (select count(*) from reports where reporter_id = ${reporterId} and outcome = 'not-upheld')::int as "notUpheld",
      exists (
        select from profiles where id = ${reporterId} and created_at > now() - interval '1 day'
      ) as "isNew",
      exists (
        select from reports r
        join access_traces theirs on theirs.account_id = r.reporter_id
        join access_traces own on own.kind = theirs.kind and own.hash = theirs.hash and own.account_id = ${reporterId}
        where r.case_id = ${caseId} and r.reporter_id <> ${reporterId} and own.kind = 'device'
      ) as "isLinked"`.execute(tx)
  const [record] = rows
  if (!record) throw new Error('The query of the reporter returned no row')
  return record
}

export const insertReport = (
  tx: Database,
  report: {
    caseId: string
    reporterId: string
    target: Target
    reason: string
    words: string
    weight: number
  },
) =>
  tx
    .insertInto('reports')
    .values({
      case_id: report.caseId,
      reporter_id: report.reporterId,
      target_kind: report.target.kind,
      target_id: report.target.id,
      reason: report.reason,
      words: report.words,
      weight: report.weight,
    })
    .returning(REPORT_COLUMNS)
    .executeTakeFirstOrThrow()
