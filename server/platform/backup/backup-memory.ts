import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '#server/platform/process/log.ts'
import type { ReadSoFar } from '#server/platform/backup/files/file-notes.ts'

const WARN_EVERY_MILLISECONDS = 60_000
/** Each attempt at a base reads the whole database, so the pauses grow: 1, 2, 4, … minutes, at most an hour. */
const FIRST_PAUSE_MILLISECONDS = 60_000
const LONGEST_PAUSE_MILLISECONDS = 60 * 60 * 1000

/** State of the backup that outlasts the process, in DATA_DIR. */
export interface BackupState {
  /** The newest file of the log that is in the backup. */
  last: string | undefined
  /** True if a file of the log is missing since the newest base, so that only another base makes the backup whole. */
  hasHole: boolean
  /** Identifier of the database; the logs of two databases must not be mixed. */
  system: string | undefined
  /** Folder or bucket of the backup. */
  location: string | undefined
  notes: ReadSoFar
  /** The newest copy of the deployment's key. */
  key: string | undefined
  /** Everything written until then can be restored. */
  coveredUntil: string | undefined
  /** Start of the newest base, which decides when the next is due. */
  baseAt: string | undefined
  /** Bytes on the disk of the backup; undefined for a bucket. */
  disk: { free: number; size: number } | undefined
  /** True if the backup is on the same disk as DATA_DIR. */
  sharesDisk: boolean
  /** True if the second copy is on the same disk as the first. */
  secondSharesDisk: boolean
  /** Reason why the log and the pictures cannot be backed up. */
  problem: string | undefined
  /** Reason why no base could be made. */
  baseProblem: string | undefined
  /** Last time when a base was restored beside the site and was whole. */
  verifiedAt: string | undefined
  /** Start of the last verification. */
  verifyBegunAt: string | undefined
  /** Problem that the last verification found. */
  verifyProblem: string | undefined
  /** Folder or bucket of the second copy. */
  secondLocation: string | undefined
  /** Everything written until then can be restored from the second copy. */
  secondUntil: string | undefined
  /** Reason why the second copy cannot be updated. */
  secondProblem: string | undefined
}

const NONE: BackupState = {
  system: undefined,
  location: undefined,
  last: undefined,
  hasHole: false,
  notes: {},
  key: undefined,
  coveredUntil: undefined,
  baseAt: undefined,
  disk: undefined,
  sharesDisk: false,
  secondSharesDisk: false,
  problem: undefined,
  baseProblem: undefined,
  verifiedAt: undefined,
  verifyBegunAt: undefined,
  verifyProblem: undefined,
  secondLocation: undefined,
  secondUntil: undefined,
  secondProblem: undefined,
}

const fileIn = (dataDir: string) => join(dataDir, 'backup', 'state.json')

/** Returns the empty state if the file is missing or cannot be read; the site then makes a new base. */
export async function readState(dataDir: string): Promise<BackupState> {
  try {
    return { ...NONE, ...(JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as BackupState) }
  } catch {
    return NONE
  }
}

async function writeState(dataDir: string, state: BackupState): Promise<void> {
  const file = fileIn(dataDir)
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(`${file}.new`, 'w')
  try {
    await handle.writeFile(JSON.stringify(state))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}

export interface BackupMemory {
  read(): BackupState
  change(changes: Partial<BackupState>): Promise<void>
  /** Notes that a file of the log is missing. */
  noteHole(): Promise<void>
}

/** Opens the stored state. The count of holes shows whether one appeared while a base was made. */
export async function openBackupMemory(dataDir: string) {
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

/** Stores why a part of the backup fails, and logs it at most once a minute. */
export function createProblemReporter(
  part: keyof typeof WARNINGS,
  log: Log,
  { read, change }: BackupMemory,
  isClosing: () => boolean,
) {
  let warnedAt = 0
  return {
    async clear(): Promise<void> {
      if (read()[part] !== undefined) await change({ [part]: undefined })
    },
    async report(reason: unknown): Promise<void> {
      const problem = reason instanceof Error ? reason.message : String(reason)
      // The problem may be that the disk of DATA_DIR is full.
      if (read()[part] !== problem) await change({ [part]: problem }).catch(() => undefined)
      if (isClosing() || Date.now() - warnedAt < WARN_EVERY_MILLISECONDS) return
      warnedAt = Date.now()
      log.warn({ err: reason }, WARNINGS[part])
    },
  }
}
const WARNINGS = {
  problem: 'cannot back up the log and the pictures',
  baseProblem: 'cannot make a base of the backup',
  verifyProblem: 'cannot verify the backup',
  secondProblem: 'cannot update the second copy of the backup',
}

/** Pauses that double after each failure. */
export function createBackoff() {
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
