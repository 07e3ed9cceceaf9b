import { sql } from 'kysely'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'
import { isPublic } from '#server/products/visibility.ts'
import { type ReporterRecord, SAME_WORDS_LENGTH } from './rules.ts'

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

/** Reporters hear the outcome once nobody can take the decision back. */
const isFinal = sql`not exists (
  select from provisional_decisions p join decisions d on d.id = p.decision_id where d.case_id = reports.case_id
)`

const REPORT_COLUMNS = [
  'id',
  'target_kind',
  'target_id',
  'reason',
  sql<string | null>`case when ${isFinal} then outcome end`.as('outcome'),
  'created_at',
  // Private messages are not quoted, and names of banned people are withheld.
  sql<string | null>`case target_kind
    when 'message' then null
    when 'person' then (select coalesce(nullif(full_name, ''), username) from profiles where id = target_id)
    else target_title(target_kind, target_id)
  end`.as('title'),
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

export async function selectReporterRecord(tx: Database, reporterId: string): Promise<ReporterRecord> {
  const { rows } = await sql<ReporterRecord>`
    select
      (select count(*) from reports where reporter_id = ${reporterId} and outcome = 'upheld')::int as upheld,
      (select count(*) from reports where reporter_id = ${reporterId} and outcome = 'not-upheld')::int as "notUpheld",
      exists (
        select from profiles where id = ${reporterId} and created_at > now() - interval '1 day'
      ) as "isNew"`.execute(tx)
  const [record] = rows
  if (!record) throw new Error('The query of the reporter returned no row')
  return record
}

/** A report is compared with the newest of its case, so that a flood of them does not slow the next one down. */
const REPORTS_COMPARED = sql.lit(200)

/** The newest people who reported it. */
export async function selectReporters(tx: Database, caseId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('reports')
    .select('reporter_id')
    .where('case_id', '=', caseId)
    .where('reporter_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(REPORTS_COMPARED)
    .execute()
  return rows.flatMap(({ reporter_id }) => reporter_id ?? [])
}

/** The words of a message; empty if it was deleted. */
export async function selectContent(tx: Database, messageId: string): Promise<string> {
  const row = await tx.selectFrom('messages').select('content').where('id', '=', messageId).executeTakeFirst()
  return row?.content ?? ''
}

interface CountedTogether {
  caseId: string
  words: string
  /** Null if it is sent without an account. */
  reporterId: string | null
  /** True for people about whom little is known: a new account, or none. */
  isStranger: boolean
  /** People who share a device or an address with the reporter. */
  sharers: readonly string[]
}

/** Signs and spaces do not make other words of them. */
const lettersOf = (words: unknown) => sql`regexp_replace(lower(${words}), '\\W+', '', 'g')`

/**
 * The weights in a case of the reports that may come from the same person: by strangers if this one is by a
 * stranger, by people who share access with the reporter or signed up on the same day, and in the same words.
 * People who have left count as strangers, because nobody can see any more when they signed up.
 */
export async function sumCountedTogether(
  tx: Database,
  { caseId, words, reporterId, isStranger, sharers }: CountedTogether,
): Promise<number> {
  const dayOf = (time: unknown) => sql`(${time} at time zone 'UTC')::date`
  const { rows } = await sql<{ weight: number }>`
    select coalesce(sum(r.weight), 0)::float8 as weight
    from (
      select * from reports where case_id = ${caseId} order by created_at desc limit ${REPORTS_COMPARED}
    ) r left join profiles p on p.id = r.reporter_id
    where (
      ${isStranger} and (p.id is null or p.created_at > r.created_at - interval '1 day')
      or p.id = any(${sharers}::uuid[])
      or ${dayOf(sql.ref('p.created_at'))} = (
        select ${dayOf(sql.ref('created_at'))} from profiles where id = ${reporterId}
      )
      or length(${lettersOf(words)}) >= ${sql.lit(SAME_WORDS_LENGTH)}
        and ${lettersOf(sql.ref('r.words'))} = ${lettersOf(words)}
    )`.execute(tx)
  return rows[0]?.weight ?? 0
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
