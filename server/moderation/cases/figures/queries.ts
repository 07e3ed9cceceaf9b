import { sql } from 'kysely'
import { type CaseReader, isVisibleTo } from '#server/moderation/cases/case-queries.ts'
import type { Database } from '#server/platform/db/connect.ts'

const WAITING_MAX = 1000
/** More than a team decides in a week; only the newest count beyond it. */
const DECIDED_MAX = 20_000

/** Open cases of each class; at most 1,000 are counted. */
export async function countWaitingByHarm(db: Database, reader: CaseReader, ranks: readonly number[]) {
  const { rows } = await sql<{ harm: number; waiting: number }>`
    select harm, (
      select count(*)::int from (
        select from cases c
        where c.state = 'open' and c.harm = class.harm and ${isVisibleTo(reader)} limit ${sql.lit(WAITING_MAX)}
      ) as open
    ) as waiting
    from unnest(${[...ranks]}::int2[]) as class (harm)`.execute(db)
  return rows
}

interface DecidedRow {
  harm: number
  decided: number
  upheld: number
  median_hours: number
  p90_hours: number
}

/** Cases that were closed in the last seven days. */
export async function selectDecidedByHarm(
  db: Database,
  reader: CaseReader,
  upholding: readonly string[],
): Promise<DecidedRow[]> {
  const { rows } = await sql<DecidedRow>`
    select harm, count(*)::int as decided, count(*) filter (where is_upheld)::int as upheld,
      percentile_cont(0.5) within group (order by hours) as median_hours,
      percentile_cont(0.9) within group (order by hours) as p90_hours
    from (
      select c.harm, extract(epoch from c.decided_at - c.opened_at)::float8 / 3600 as hours, exists (
        select from decisions d where d.case_id = c.id and d.action = any(${[...upholding]})
      ) or exists (select from reports r where r.case_id = c.id and r.outcome = 'upheld') as is_upheld
      from cases c
      where c.decided_at > now() - interval '7 days' and ${isVisibleTo(reader)}
      order by c.decided_at desc limit ${sql.lit(DECIDED_MAX)}
    ) as closed
    group by harm`.execute(db)
  return rows
}

/** Appeals that were decided in the last seven days, by the class of the case; null without one. */
export async function selectAppealsByHarm(db: Database, reader: CaseReader) {
  const { rows } = await sql<{ harm: number | null; appeals: number; overturned: number }>`
    select harm, count(*)::int as appeals, count(*) filter (where outcome = 'upheld')::int as overturned
    from (
      select a.outcome, c.harm
      from appeals a
      join decisions d on d.id = a.decision_id
      left join cases c on c.id = d.case_id
      where a.decided_at > now() - interval '7 days' and d.subject_id <> all (array(select same_person(${reader.id})))
      order by a.decided_at desc limit ${sql.lit(DECIDED_MAX)}
    ) as decided
    group by harm`.execute(db)
  return rows
}
