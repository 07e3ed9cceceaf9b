import { closeSync, ftruncateSync, openSync, readSync, statSync, watch, writeSync } from 'node:fs'

/** Maximum size of the log file, and of the file with its former lines. */
export const LOG_LIMIT_BYTES = 10_000_000
/** Space for lines that arrive during the copy. */
const SPARE_BYTES = 2_000_000
const PIECE_BYTES = 1_000_000

/** Copies the newest lines, including those that arrive during the copy. */
function copyEnd(log: number, size: number, to: string): void {
  const former = openSync(to, 'w')
  try {
    const piece = Buffer.alloc(PIECE_BYTES)
    const begin = Math.max(0, size - LOG_LIMIT_BYTES + SPARE_BYTES)
    for (let copied = 0; copied < LOG_LIMIT_BYTES;) {
      const room = Math.min(PIECE_BYTES, LOG_LIMIT_BYTES - copied)
      const read = readSync(log, piece, 0, room, begin + copied)
      if (read === 0) return
      copied += writeSync(former, piece, 0, read)
    }
  } finally {
    closeSync(former)
  }
}

function cut(file: string, size: number): void {
  const log = openSync(file, 'r+')
  try {
    copyEnd(log, size, `${file}.old`)
  } catch {
    // A failed copy must not stop the cut: on a full disk, free space is worth more than old lines.
  }
  ftruncateSync(log)
  closeSync(log)
}

/**
 * Moves the newest lines of a log file to `.old` once it is too large; its writers append, so they continue at the
 * new beginning.
 */
export function boundLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= LOG_LIMIT_BYTES) return
  try {
    cut(file, size)
  } catch {
    // A log on a read-only disk does not grow.
  }
}

/** Bounds a log whenever something is written to it. Returns a function that stops watching. */
export function watchLog(file: string): () => void {
  try {
    const watcher = watch(file, { persistent: false }, () => boundLog(file))
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    // If the system cannot watch more files, the check every minute must suffice.
    return () => undefined
  }
}
