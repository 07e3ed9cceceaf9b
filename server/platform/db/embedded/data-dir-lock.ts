import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BootError } from '#server/platform/process/boot-error.ts'

export const LOCK_FILE = 'in-use.lock'
const SQLITE_BUSY = 5

/**
 * Lets only one process at a time use a data folder. SQLite's exclusive transaction holds a lock of the operating
 * system, which ends with its process, so no stale lock can remain.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new BootError(
      `DATA_DIR: ${dataDir} is in use by another running copy. Stop that one first, or set DATA_DIR to another folder.`,
    )
  }
  return () => file.close()
}
