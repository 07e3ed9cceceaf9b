import { closeSync, ftruncateSync, openSync, readSync, statSync, watch, writeSync } from 'node:fs'

/** Limit of the file, and of the one with its former lines. */
export const LOG_LIMIT_BYTES = 10_000_000
/** Room for lines that arrive during the copy. */
const SPARE_BYTES = 2_000_000
const PIECE_BYTES = 1_000_000

/** Copies the newest lines, with those that arrive meanwhile. */
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
    // The present log counts more than the former one, and on a full disk its room.
  }
  ftruncateSync(log)
  closeSync(log)
}

/**
 * Moves the newest lines of a log file to `.old` once it is too large; its writers, who append, go on at its new
 * beginning.
 */
export function boundLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= LOG_LIMIT_BYTES) return
  try {
    cut(file, size)
  } catch {
    // On a disk that has become read-only it does not grow either.
  }
}

/** Bounds a log as soon as something is written to it. Returns how to stop that. */
export function watchLog(file: string): () => void {
  try {
    const watcher = watch(file, { persistent: false }, () => boundLog(file))
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    // Where the system watches no more files, the look every minute has to do.
    return () => undefined
  }
}
