import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** One JSON line per event on standard output. Never pass it bodies, headers or query strings. */
export function createLog(level: string) {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
