import { createRecentVisits } from '#server/platform/cache/recent-visits.ts'
import { createTally, type Tally } from '#server/platform/concurrency/tally.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'
import { addViews } from './view-queries.ts'

const HOUR_MS = 60 * 60 * 1000
const FLUSH_MS = 5000
/** Takes about 8 MB. */
const VISITS_MAX = 50_000
const WAITING_MAX = 5000

export interface ViewCounter extends Pick<Tally, 'flush' | 'close'> {
  /** Counts one view an hour for each address. */
  count(productId: string, address: string): void
}

interface ViewCounterOptions {
  db: Database
  log: Log
  now: () => number
  visitsMax?: number
  waitingMax?: number
}

export function createViewCounter(options: ViewCounterOptions): ViewCounter {
  const { db, log, now, visitsMax = VISITS_MAX, waitingMax = WAITING_MAX } = options
  const visits = createRecentVisits({ durationMs: HOUR_MS, max: visitsMax, now })
  const { add, flush, close } = createTally({
    write: (views) => addViews(db, views),
    flushMs: FLUSH_MS,
    max: waitingMax,
    name: 'views',
    log,
  })
  return {
    count(productId, address) {
      // The same id in two spellings would be two rows of one statement.
      const id = productId.toLowerCase()
      if (visits.isNew(`${id} ${address}`)) add(id)
    },
    flush,
    close,
  }
}
