import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** More space than all databases and photos of a run need. */
const ENOUGH_BYTES = 2 * 1024 ** 3

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/**
 * A folder for a temporary database, in memory if that is large enough, because each test file clones one.
 */
export function createTemporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), prefix))
  // PostgreSQL runs under its own account if this process is root.
  chmodSync(folder, 0o755)
  return folder
}
