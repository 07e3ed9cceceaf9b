import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { makeBase } from '#server/platform/backup/base.ts'
import { openBackups } from '#server/platform/backup/depot.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { openEmbedded } from '#scripts/admin/site-database.ts'
import { megabytes } from './words.ts'

/** One whole backup now, while the site runs or is stopped. */
export async function backUp(config: Config, say: (line: string) => void): Promise<void> {
  const depot = await openBackups(config.backup)
  const { adminUrl, close } = await openEmbedded(config.dataDir)
  try {
    const storage = await openDiskStorage(join(config.dataDir, 'photos'))
    const base = await makeBase({ dataDir: config.dataDir, adminUrl, storage }, depot)
    const rows = Object.values(base.counted.tables).reduce((sum, count) => sum + count, 0)
    say(
      `Backed up ${rows} rows (${megabytes(base.database.bytes)}) and ${base.files.count} files (${megabytes(base.files.bytes)}) in ${config.backup.folder}.`,
    )
  } finally {
    await close()
  }
}
