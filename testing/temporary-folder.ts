import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** More than all databases and photos of a run. */
const ENOUGH_BYTES = 2 * 1024 ** 3

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** A folder for a database that is worth nothing later: in memory where that is large, since each file clones one. */
export function createTemporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), prefix))
  // PostgreSQL runs under an account of its own when this one is root.
  chmodSync(folder, 0o755)
  return folder
}
