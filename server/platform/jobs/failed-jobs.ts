import { sql } from 'kysely'
import type { FailedJob } from '#contract/moderation/administration/administration.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Jobs } from './jobs.ts'
import { DEAD_JOBS } from './queue.ts'

const SHOWN = 200

/** Jobs that failed for good, newest first, without their payload, which contains ids of people and things. */
export async function listFailedJobs(db: Database): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, source_name as kind,
      trim(concat_ws(' ', source_output->>'error', source_output->>'at')) as reason,
      coalesce(source_retry_count, 0) + 1 as attempts, created_on::timestamptz(3) as "failedAt"
    from pgboss.job
    where name = ${DEAD_JOBS} order by created_on desc, id limit ${sql.lit(SHOWN)}`.execute(db)
  return rows
}

async function take(tx: Database, id: string) {
  const { rows } = await sql<{ kind: string; data: object }>`
    delete from pgboss.job where name = ${DEAD_JOBS} and id::text = ${id}
    returning source_name as kind, data`.execute(tx)
  return rows[0]
}

/** Puts a failed job back into its queue. Returns its kind; undefined if it does not exist. */
export async function retryFailedJob(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: Database,
  id: string,
): Promise<string | undefined> {
  const failed = await take(tx, id)
  if (failed) await jobs.enqueue(tx, { name: failed.kind, options: {} }, failed.data)
  return failed?.kind
}

/** Deletes a failed job. Returns its kind; undefined if it does not exist. */
export const dropFailedJob = async (tx: Database, id: string): Promise<string | undefined> =>
  (await take(tx, id))?.kind
