import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { DEAD_JOBS } from './queue.ts'

/** Jobs of one kind that have not ended. */
export interface QueueFigures {
  kind: string
  /** Could run now. */
  due: number
  /** Wait for their time or for the next try. */
  later: number
  active: number
  /** How long the one has been due that waits the longest. */
  oldestSeconds: number
}

/** Of the kinds that have any, the one that waits the longest first. */
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

/** Jobs of one kind that failed and are tried again. */
export async function countRetriedJobs(db: Database, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = ${kind} and (state = 'retry' or (state = 'active' and retry_count > 0))`.execute(db)
  return rows[0]?.count ?? 0
}

/** Jobs that were given up and wait for somebody's decision. */
export async function countFailedJobs(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = ${DEAD_JOBS}`.execute(db)
  return rows[0]?.count ?? 0
}
