import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Jobs } from './jobs.ts'
import { DEAD_JOBS } from './queue.ts'

/** Without what it carries: ids of people and things. */
export interface FailedJob {
  id: string
  kind: string
  /** Code of the last error and where it arose (failure.ts); empty where the process died. */
  reason: string
  attempts: number
  failedAt: string
}

const SHOWN = 200

interface FailedRow {
  id: string
  kind: string
  error: string | null
  at: string | null
  attempts: number
  failed_at: string
}

/** Jobs that were given up, newest first. */
export async function listFailedJobs(db: Database): Promise<FailedJob[]> {
  const { rows } = await sql<FailedRow>`
    select id, source_name as kind, source_output->>'error' as error, source_output->>'at' as at,
      coalesce(source_retry_count, 0) + 1 as attempts, created_on::timestamptz(3) as failed_at
    from pgboss.job
    where name = ${DEAD_JOBS} order by created_on desc, id limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map(({ id, kind, error, at, attempts, failed_at }) => ({
    id,
    kind,
    reason: [error, at].filter(Boolean).join(' '),
    attempts,
    failedAt: failed_at,
  }))
}

async function take(tx: Database, id: string) {
  const { rows } = await sql<{ kind: string; data: object }>`
    delete from pgboss.job where name = ${DEAD_JOBS} and id::text = ${id}
    returning source_name as kind, data`.execute(tx)
  return rows[0]
}

/** Puts it back among those that wait. Its kind; undefined if it was not there. */
export async function retryFailedJob(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: Database,
  id: string,
): Promise<string | undefined> {
  const failed = await take(tx, id)
  if (failed) await jobs.enqueue(tx, { name: failed.kind, options: {} }, failed.data)
  return failed?.kind
}

/** Its kind; undefined if it was not there. */
export const dropFailedJob = async (tx: Database, id: string): Promise<string | undefined> =>
  (await take(tx, id))?.kind
