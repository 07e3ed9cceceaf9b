import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'

interface SlowQuery {
  /** Name such as 'select products 3f9a1c'. */
  name: string
  count: number
  longestMs: number
  lastAt: string
}

/** Called when a statement ends; `started` is a time of `performance.now()`. */
export type QueryRecorder = (text: string, started: number, isAnswered: boolean) => void

export type QueryWatch = ReturnType<typeof createQueryWatch>

/** Characters of a statement in the log: an insert of many rows has pages of text. */
const TEXT_LOGGED = 1000
const REMEMBERED = 100
/** The code has some hundred texts; the limit guards against one that differs each time. */
const MOST_NAMES = 2_000
const FINGERPRINT_LENGTH = 6
const VERB = /^\s*(\w+)/
/** Excludes the `from` of `extract(epoch from …)` and `is distinct from`, functions, and `update set`. */
const TABLE = /(?<!\b(?:epoch|distinct) )\b(?:from|into|update) (?!set\b)"?(\w+)"?(?:\."?(\w+)"?)?(?![\w(])/i
/** Minimum time between two lines for one name, because every statement is slow while the database is. */
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

/** Verb and first table of a statement, and a fingerprint of its text that ignores the length of lists. */
export function nameStatement(text: string): string {
  const [, verb = 'statement'] = VERB.exec(text) ?? []
  const [, ...table] = TABLE.exec(text.replaceAll(/\s+/g, ' ')) ?? []
  const fingerprint = hash('sha256', text.replaceAll(/\$\d+(, \$\d+)*/g, '$')).slice(0, FINGERPRINT_LENGTH)
  return [verb.toLowerCase(), table.filter(Boolean).join('.'), fingerprint].filter(Boolean).join(' ')
}

/** Counts statements and remembers the slow ones by name. */
export function createQueryWatch({ slowMs, log, telemetry, now = Date.now }: WatchOptions) {
  const { queryTimes, slowQueries, tracing } = telemetry
  const slow = new LRUCache<string, Slow>({
    max: REMEMBERED,
    memoMethod: () => ({ count: 0, longestMs: 0, lastAt: 0, loggedAt: -Infinity, unlogged: 0 }),
  })
  const names = new LRUCache<string, string>({ max: MOST_NAMES, memoMethod: nameStatement })

  function recordSlow(text: string, took: number, isAnswered: boolean) {
    const query = names.memo(text)
    const entry = slow.memo(query)
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
    log.warn(
      { query, text: text.slice(0, TEXT_LOGGED), milliseconds, isAnswered, ...moreBefore },
      'slow query',
    )
    Object.assign(entry, { loggedAt: entry.lastAt, unlogged: 0 })
  }

  return {
    /** Records statements of one kind of connection. */
    recorderOf(connection: 'pool' | 'pipelined'): QueryRecorder {
      const answered = queryTimes.of(connection, 'answered')
      const failed = queryTimes.of(connection, 'failed')
      return (text, started, isAnswered) => {
        const took = performance.now() - started
        ;(isAnswered ? answered : failed).observe(took)
        if (took >= slowMs) recordSlow(text, took, isAnswered)
        tracing?.query(names.memo(text), started, isAnswered)
      }
    },
    /** Slow statements of this process, slowest first. */
    slowest: (): SlowQuery[] =>
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
