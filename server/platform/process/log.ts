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

/** While something is away each request and each timer would say so: one line a minute for each cause is enough. */
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

/** As pino numbers it. */
const ERROR = 50

/**
 * Standard output of a whole process: lines leave in pieces of 4 KB, at the latest after 200 ms or at the process's end,
 * and errors at once. Pieces are written synchronously, which takes 5 µs, so that none is under way when the process
 * dies and lines stay in order.
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
    // By this pino sets `lastLevel` before each line.
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
  /** Stands in every line. */
  about?: Record<string, string | number>
  now?: () => number
}

/**
 * One JSON line per event on standard output, of an outage one a minute. Never pass it bodies, headers or query
 * strings.
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
