import { type DestinationStream, type LogFn, pino } from 'pino'
import { type Outage, outageOf } from '#server/platform/errors/outage.ts'

export type Log = ReturnType<typeof createLog>

const MINUTE = 60_000
const BUFFER_BYTES = 4096
const FLUSH_MILLISECONDS = 200

interface Spell {
  loggedAt: number
  unlogged: number
}

const outageIn = (about: unknown): Outage | undefined => {
  const { err, outage } = (about ?? {}) as { err?: unknown; outage?: Outage }
  return outage ?? outageOf(err)
}

/** Limits the log to one line a minute for each outage, which every request and timer would otherwise log. */
function outagesOnceAMinute(now: () => number) {
  const spells = new Map<Outage, Spell>()
  return function (this: unknown, args: Parameters<LogFn>, method: LogFn) {
    const [about, ...rest] = args as [unknown, ...unknown[]]
    const outage = outageIn(about)
    if (!outage) return method.apply(this as never, args)
    const last = spells.get(outage)
    if (last && now() - last.loggedAt < MINUTE) {
      last.unlogged += 1
      return
    }
    spells.set(outage, { loggedAt: now(), unlogged: 0 })
    const entry = { ...(about as object), outage, ...(last?.unlogged && { moreBefore: last.unlogged }) }
    method.apply(this as never, [entry, ...rest] as Parameters<LogFn>)
  }
}

/** Level of errors in pino. */
const ERROR = 50

/**
 * Standard output of the whole process. Lines are written in pieces of 4 KB, at the latest after 200 ms or when the
 * process ends, and errors at once. Writes are synchronous, which takes 5 µs, so that no line is lost when the
 * process dies and lines stay in order.
 */
export function openLogOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: true,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_MILLISECONDS,
  })
  process.on('exit', () => output.flushSync())
  return {
    // This symbol makes pino set `lastLevel` before each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(line)
      if (this.lastLevel >= ERROR) output.flush()
    },
  } as DestinationStream & { lastLevel: number }
}

interface LogOptions {
  to?: DestinationStream
  /** Fields of every line. */
  about?: Record<string, string | number>
  now?: () => number
}

/**
 * Creates a log with one JSON line per event on standard output. For each outage it has at most one line a minute.
 * Never log bodies, headers or query strings.
 */
export function createLog(level: string, { to, about, now = Date.now }: LogOptions = {}) {
  const options = {
    level,
    base: about ?? null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { logMethod: outagesOnceAMinute(now) },
  }
  return to ? pino(options, to) : pino(options)
}
