import { chmodSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is deleted at the end of the block that declares it; a database under another account can reach it. */
export function temporaryFolder(name: string) {
  const folder = mkdtempDisposableSync(join(tmpdir(), `sankofa-${name}-`))
  chmodSync(folder.path, 0o755)
  return folder
}
