import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'
import { createRecentVisits } from './recent-visits.ts'
import { addViews } from './view-queries.ts'

const HOUR_MS = 60 * 60 * 1000
const FLUSH_MS = 5000
/** About 8 MB. */
const VISITS_MAX = 50_000
/** Products whose views wait to be written; beyond it others are not counted until the next flush. */
const WAITING_MAX = 5000

export interface ViewCounter {
  /** One view an hour for each address; needs no statement of its own. */
  count(productId: string, address: string): void
  flush(): Promise<void>
  /** Writes the rest. */
  close(): Promise<void>
}

interface ViewCounterOptions {
  db: Database
  log: Log
  now: () => number
  visitsMax?: number
  waitingMax?: number
}

/** Views are counted in memory and written every few seconds in one statement, so that a page view stays cheap. */
export function createViewCounter(options: ViewCounterOptions): ViewCounter {
  const { db, log, now, visitsMax = VISITS_MAX, waitingMax = WAITING_MAX } = options
  const visits = createRecentVisits({ durationMs: HOUR_MS, max: visitsMax, now })
  let waiting = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()

  function add(productId: string, views: number) {
    const known = waiting.get(productId)
    if (known === undefined && waiting.size >= waitingMax) return
    waiting.set(productId, (known ?? 0) + views)
  }

  async function write() {
    if (waiting.size === 0) return
    const views = waiting
    waiting = new Map()
    try {
      await addViews(db, views)
    } catch (error) {
      log.warn({ err: error }, 'views could not be written; they wait for the next time')
      for (const [id, count] of views) add(id, count)
      flushLater()
    }
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  function flushLater() {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
  }

  return {
    count(productId, address) {
      // The same id in two spellings would be two rows of one statement.
      const id = productId.toLowerCase()
      if (!visits.isNew(`${id} ${address}`)) return
      add(id, 1)
      flushLater()
    },
    flush,
    async close() {
      await flush()
      clearTimeout(timer)
    },
  }
}
