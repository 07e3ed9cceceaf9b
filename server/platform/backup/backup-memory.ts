import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '#server/platform/process/log.ts'
import type { ReadSoFar } from '#server/platform/backup/files/file-notes.ts'

const WARN_EVERY_MILLISECONDS = 60_000
/** A base that failed reads the whole database again: after 1, 2, 4, … minutes, at most an hour. */
const FIRST_PAUSE_MILLISECONDS = 60_000
const LONGEST_PAUSE_MILLISECONDS = 60 * 60 * 1000

/** What the site remembers of its backup from one run to the next, in DATA_DIR. */
export interface BackupState {
  /** The newest file of the log that is in the backup. */
  last: string | undefined
  /** Whether a file of the log is missing since the newest base, so that only another one makes the backup whole. */
  hasHole: boolean
  /** What the next files of the log follow; another one's are not mixed with them. */
  system: string | undefined
  /** Where the backup lies. */
  location: string | undefined
  notes: ReadSoFar
  /** The newest copy of the deployment's key. */
  key: string | undefined
  /** Everything that was written up to then can be restored. */
  coveredUntil: string | undefined
  /** When the newest base was begun, by which the next is due. */
  baseAt: string | undefined
  /** Bytes of its disk; undefined of a bucket. */
  disk: { free: number; size: number } | undefined
  /** Whether the backup lies on the disk of what it copies. */
  sharesDisk: boolean
  /** Whether the second copy lies on the disk of the first. */
  secondSharesDisk: boolean
  /** Why the log and the pictures do not go there. */
  problem: string | undefined
  /** Why no base could be made. */
  baseProblem: string | undefined
  /** When a base was last restored beside the site and found whole. */
  verifiedAt: string | undefined
  /** When the last such look began. */
  verifyBegunAt: string | undefined
  /** What the last such look found. */
  verifyProblem: string | undefined
  /** Where the second copy lies. */
  secondLocation: string | undefined
  /** Everything that was written up to then can be restored from it. */
  secondUntil: string | undefined
  /** Why it does not go on. */
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

/** What is lost or cannot be read means a new base. */
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
