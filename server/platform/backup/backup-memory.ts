import type { Log } from '#server/platform/process/log.ts'
import { type BackupState, readState, writeState } from './backup-state.ts'

const WARN_EVERY_MILLISECONDS = 60_000
/** A base that failed reads the whole database again: after 1, 2, 4, … minutes, at most an hour. */
const FIRST_PAUSE_MILLISECONDS = 60_000
const LONGEST_PAUSE_MILLISECONDS = 60 * 60 * 1000

export interface Remembered {
  read(): BackupState
  change(changes: Partial<BackupState>): Promise<void>
  /** A file of the log is missing. */
  noteHole(): Promise<void>
}

/** What outlasts this process, and whether a hole has come since a base was begun. */
export async function remember(dataDir: string) {
  let state = await readState(dataDir)
  let holes = 0
  let written = Promise.resolve()
  function change(changes: Partial<BackupState>): Promise<void> {
    state = { ...state, ...changes }
    written = written.catch(() => undefined).then(() => writeState(dataDir, state))
    return written
  }
  return {
    read: () => state,
    change,
    noteHole() {
      holes += 1
      return change({ hasHole: true })
    },
    countHoles: () => holes,
  }
}

/** Notes what keeps a part of the backup from going on, and says so at most once a minute. */
export function troubles(
  part: keyof typeof WARNINGS,
  log: Log,
  { read, change }: Remembered,
  isClosing: () => boolean,
) {
  let warnedAt = 0
  return {
    async over(): Promise<void> {
      if (read()[part] !== undefined) await change({ [part]: undefined })
    },
    async note(reason: unknown): Promise<void> {
      const problem = reason instanceof Error ? reason.message : String(reason)
      // The disk of DATA_DIR may be what is full.
      if (read()[part] !== problem) await change({ [part]: problem }).catch(() => undefined)
      if (isClosing() || Date.now() - warnedAt < WARN_EVERY_MILLISECONDS) return
      warnedAt = Date.now()
      log.warn({ err: reason }, WARNINGS[part])
    },
  }
}
const WARNINGS = {
  problem: 'the backup does not go on',
  baseProblem: 'no base of the backup could be made',
  verifyProblem: 'the backup could not be verified',
  secondProblem: 'the second copy of the backup does not go on',
}

/** Longer after each failure. */
export function pauses() {
  let failures = 0
  let until = 0
  return {
    isOver: () => Date.now() >= until,
    begin(): void {
      until = Date.now() + Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS)
      failures += 1
    },
    end(): void {
      failures = 0
    },
  }
}
