import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { countFailedJobs, type QueueFigures, readQueues } from '#server/platform/jobs/queue-figures.ts'

export interface DatabaseFigures {
  queues: QueueFigures[]
  failedJobs: number
  databaseBytes: number
}

/** Time for which figures are reused. */
const REMEMBERED_MILLISECONDS = 5_000
/** Statement timeout, shorter than that of the site's own statements, so that a scrape does not wait long. */
const TIMEOUT_MILLISECONDS = 2_000

const read = (db: Database): Promise<DatabaseFigures> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(TIMEOUT_MILLISECONDS)}`.execute(tx)
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database()) as bytes`.execute(tx)
    return {
      queues: await readQueues(tx),
      failedJobs: await countFailedJobs(tx),
      databaseBytes: rows[0]?.bytes ?? 0,
    }
  })

/**
 * Fails after a timeout that also covers a pool without a free connection and a connection that was lost silently.
 */
async function tooLate(): Promise<never> {
  await sleep(TIMEOUT_MILLISECONDS + 1_000, undefined, { ref: false })
  throw new Error('The database did not return its figures in time')
}

/** Figures that need statements of their own, read at most once in five seconds. Rejects if they cannot be read. */
export function databaseFigures(db: Database, now: () => number = Date.now): () => Promise<DatabaseFigures> {
  let last: { at: number; figures: Promise<DatabaseFigures> } | undefined
  return () => {
    if (!last || now() - last.at >= REMEMBERED_MILLISECONDS)
      last = { at: now(), figures: Promise.race([read(db), tooLate()]) }
    return last.figures
  }
}
