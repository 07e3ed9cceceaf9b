import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { originOfStatement, type StatementOrigins } from './statement-origins.ts'

export interface SlowQuery {
  /** Where the code builds it; never a value. */
  name: string
  count: number
  longestMs: number
  lastAt: string
}

/** A statement has ended; `started` is by the process's clock. */
export type NoteQuery = (text: string, started: number, isAnswered: boolean) => void

export interface QueryWatch {
  /** Origins of statements; watched connections fill the map. */
  origins: StatementOrigins
  /** For the statements of one kind of connection. */
  noteOf(connection: 'pool' | 'pipelined'): NoteQuery
  /** Those of this process that took long, the longest first. */
  slowest(): SlowQuery[]
}

const REMEMBERED = 100
/** While the database is slow each statement is: one line for each name in this time is enough. */
const LINE_MILLISECONDS = 10_000

interface Slow {
  count: number
  longestMs: number
  lastAt: number
  loggedAt: number
  unlogged: number
}

interface WatchOptions {
  slowMs: number
  log: Log
  telemetry: Pick<Telemetry, 'queryTimes' | 'slowQueries' | 'tracing'>
  now?: () => number
}

/** Counts statements and remembers the slow ones by name. */
export function createQueryWatch({ slowMs, log, telemetry, now = Date.now }: WatchOptions): QueryWatch {
  const { queryTimes, slowQueries, tracing } = telemetry
  const slow = new Map<string, Slow>()
  const origins: StatementOrigins = new Map()

  function find(name: string): Slow {
    const known = slow.get(name)
    // The one that was slow the longest ago stands first, and leaves first.
    if (known) slow.delete(name)
    else if (slow.size >= REMEMBERED) slow.delete(slow.keys().next().value as string)
    const entry = known ?? { count: 0, longestMs: 0, lastAt: 0, loggedAt: -Infinity, unlogged: 0 }
    slow.set(name, entry)
    return entry
  }

  function noteSlow(text: string, took: number, isAnswered: boolean) {
    const query = originOfStatement(origins, text)
    const entry = find(query)
    const milliseconds = Math.round(took)
    entry.count += 1
    entry.longestMs = Math.max(entry.longestMs, milliseconds)
    entry.lastAt = now()
    slowQueries.inc({ query })
    if (entry.lastAt - entry.loggedAt < LINE_MILLISECONDS) {
      entry.unlogged += 1
      return
    }
    const moreBefore = entry.unlogged > 0 ? { moreBefore: entry.unlogged } : {}
    log.warn({ query, milliseconds, isAnswered, ...moreBefore }, 'slow query')
    Object.assign(entry, { loggedAt: entry.lastAt, unlogged: 0 })
  }

  return {
    origins,
    noteOf(connection) {
      const answered = queryTimes.of(connection, 'answered')
      const failed = queryTimes.of(connection, 'failed')
      return (text, started, isAnswered) => {
        const took = performance.now() - started
        ;(isAnswered ? answered : failed).note(took)
        if (took >= slowMs) noteSlow(text, took, isAnswered)
        tracing?.query(originOfStatement(origins, text), started, isAnswered)
      }
    },
    slowest: () =>
      [...slow]
        .map(([name, { count, longestMs, lastAt }]) => ({
          name,
          count,
          longestMs,
          lastAt: new Date(lastAt).toISOString(),
        }))
        .toSorted((a, b) => b.longestMs - a.longestMs),
  }
}
