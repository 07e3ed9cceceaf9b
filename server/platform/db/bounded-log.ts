import { copyFileSync, statSync, truncateSync } from 'node:fs'

export const LOG_LIMIT_BYTES = 10_000_000

/**
 * Moves what a log file holds to `.old` once it is too large; its writers, who append, go on at its new beginning. On a
 * full disk the old lines are lost, which makes room.
 */
export function boundLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= LOG_LIMIT_BYTES) return
  try {
    copyFileSync(file, `${file}.old`)
  } catch {
    // The present log counts more than the former one.
  }
  truncateSync(file)
}
