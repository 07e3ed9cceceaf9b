import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Jobs } from './jobs.ts'
import { DEAD_JOBS } from './queue.ts'

/** Without what it carries: ids of people and things. */
export interface FailedJob {
  id: string
  kind: string
  failedAt: string
}

const SHOWN = 200

/** Jobs that were given up, newest first. */
export async function listFailedJobs(db: Database): Promise<FailedJob[]> {
  const { rows } = await sql<{ id: string; kind: string; failed_at: string }>`
    select id, source_name as kind, created_on::timestamptz(3) as failed_at from pgboss.job
    where name = ${DEAD_JOBS} order by created_on desc, id limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map(({ id, kind, failed_at }) => ({ id, kind, failedAt: failed_at }))
}

async function take(tx: Database, id: string) {
  const { rows } = await sql<{ kind: string; data: object }>`
    delete from pgboss.job where name = ${DEAD_JOBS} and id::text = ${id}
    returning source_name as kind, data`.execute(tx)
  return rows[0]
}

/** Puts it back among those that wait. Whether it was there. */
export const retryFailedJob = (
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> },
  id: string,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const failed = await take(tx, id)
    if (failed) await jobs.enqueue(tx, { name: failed.kind, options: {} }, failed.data)
    return failed !== undefined
  })

/** Whether it was there. */
export const dropFailedJob = async (db: Database, id: string): Promise<boolean> =>
  (await take(db, id)) !== undefined
