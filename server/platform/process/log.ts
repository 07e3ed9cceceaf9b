import { type DestinationStream, type LogFn, pino } from 'pino'
import { type Outage, outageOf } from '#server/platform/errors/outage.ts'

export type Log = ReturnType<typeof createLog>

const MINUTE = 60_000

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
