import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ReadSoFar } from './file-notes.ts'

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
  /** Why the log and the pictures do not go there. */
  problem: string | undefined
  /** Why no base could be made. */
  baseProblem: string | undefined
  /** When a base was last restored beside the site and found whole. */
  verifiedAt: string | undefined
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
  problem: undefined,
  baseProblem: undefined,
  verifiedAt: undefined,
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

export async function writeState(dataDir: string, state: BackupState): Promise<void> {
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
