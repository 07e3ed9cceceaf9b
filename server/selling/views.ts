import type { Database } from '#server/db/connect.ts'
import type { Log } from '#server/log.ts'
import { recentVisits } from './recent-visits.ts'
import { addViews } from './view-queries.ts'

const HOUR_MILLISECONDS = 60 * 60 * 1000
const FLUSH_MILLISECONDS = 5000
/** About 8 MB. */
const VISITS_KEPT = 50_000
/** Products whose views wait; beyond it others are not counted until the next flush. */
const PRODUCTS_WAITING = 5000

export interface ViewCounter {
  /** Counts a view once an hour per address; no statement of its own. */
  count(productId: string, address: string): void
  flush(): Promise<void>
  /** Writes what is left. */
  close(): Promise<void>
}

interface ViewCounterParts {
  db: Database
  log: Log
  now?: () => number
  visitsKept?: number
  productsWaiting?: number
}

/** Views are counted in memory and written every few seconds in one statement, so that looking costs nothing. */
export function viewCounter(parts: ViewCounterParts): ViewCounter {
  const { db, log, now = Date.now, visitsKept = VISITS_KEPT, productsWaiting = PRODUCTS_WAITING } = parts
  const visits = recentVisits({ milliseconds: HOUR_MILLISECONDS, most: visitsKept, now })
  let waiting = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()

  function add(productId: string, views: number) {
    const known = waiting.get(productId)
    if (known === undefined && waiting.size >= productsWaiting) return
    waiting.set(productId, (known ?? 0) + views)
  }

  async function write() {
    if (waiting.size === 0) return
    const views = waiting
    waiting = new Map()
    try {
      await addViews(db, views)
    } catch (error) {
      log.warn({ err: error }, 'views could not be written; they are kept for the next time')
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
    timer ??= setTimeout(() => void flush(), FLUSH_MILLISECONDS).unref()
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
