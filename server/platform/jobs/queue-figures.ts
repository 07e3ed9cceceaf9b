import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { DEAD_JOBS } from './queue.ts'

/** Numbers of unfinished jobs of one kind. */
export interface QueueFigures {
  kind: string
  /** Jobs that could run now. */
  due: number
  /** Jobs that wait for their time or their next attempt. */
  later: number
  active: number
  /** Time for which the oldest due job has been waiting. */
  oldestSeconds: number
}

/** Kinds with unfinished jobs, longest waiting first. */
export async function readQueues(db: Database): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select name as kind,
      (count(*) filter (where is_due))::int as due,
      (count(*) filter (where state < 'active' and not is_due))::int as later,
      (count(*) filter (where state = 'active'))::int as active,
      coalesce(extract(epoch from now() - min(start_after) filter (where is_due)), 0)::float8 as "oldestSeconds"
    from (
      select name, state, start_after, state < 'active' and start_after <= now() as is_due
      from pgboss.job where state < 'completed' and name <> ${DEAD_JOBS}
    ) as j group by name order by "oldestSeconds" desc, name`.execute(db)
  return rows
}

/** Number of jobs of one kind that failed and will be retried. */
export async function countRetriedJobs(db: Database, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = ${kind} and (state = 'retry' or (state = 'active' and retry_count > 0))`.execute(db)
  return rows[0]?.count ?? 0
}

/** Number of jobs that failed for good and wait for an operator's decision. */
export async function countFailedJobs(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = ${DEAD_JOBS}`.execute(db)
  return rows[0]?.count ?? 0
}
