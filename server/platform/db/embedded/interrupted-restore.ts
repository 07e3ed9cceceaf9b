import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BootError } from '#server/platform/process/boot-error.ts'

export const RESTORE_MARKER = 'restore-under-way'

/** Refuses to start: the site would begin with an empty folder, without the data that was moved aside. */
export function refuseInterrupted(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORE_MARKER)))
    throw new BootError(
      `DATA_DIR: a restore into ${dataDir} was interrupted while it moved folders. Run npm run restore again: it puts them back and starts again.`,
    )
}
