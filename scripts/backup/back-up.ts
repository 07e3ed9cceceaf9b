import type { Config } from '#server/config/config.ts'
import { requireSeparateFolders } from '#server/platform/backup/separate-folders.ts'
import { makeBase, refuseOtherDatabase } from '#server/platform/backup/base/base.ts'
import { openBackups } from '#server/platform/backup/repository/repository.ts'
import { findBase } from '#server/platform/backup/base/manifest.ts'
import { removeOld } from '#server/platform/backup/base/retention.ts'
import { completeSecond, describeUnreadable } from '#server/platform/backup/second-copy.ts'
import { verify } from '#server/platform/backup/restore/verify.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { openEmbedded, requireSite } from '#scripts/admin/site-database.ts'
import { refuseElsewhere } from './elsewhere.ts'
import type { ChosenBackup } from './chosen-backup.ts'
import { megabytes } from './words.ts'

/** Makes one whole backup now, while the site runs or is stopped. */
export async function backUp(config: Config, say: (line: string) => void): Promise<void> {
  await refuseElsewhere(config)
  requireSite(config)
  await requireSeparateFolders(config)
  const repository = await openBackups(config.backup)
  const { adminUrl, close } = await openEmbedded(config.dataDir)
  try {
    const storage = await openStorage(config.storage, config.dataDir)
    const base = await makeBase({ dataDir: config.dataDir, adminUrl, storage }, repository)
    const rows = Object.values(base.counted.tables).reduce((sum, count) => sum + count, 0)
    say(
      `Backed up ${rows} rows (${megabytes(base.database.bytes)}) and ${base.files.count} files (${megabytes(base.files.bytes)}) in ${config.backup.folder}.`,
    )
    // Some buckets forbid deletions on purpose.
    await removeOld(repository, config.backup.days).catch((error: unknown) =>
      say(`Old backups were not deleted: ${(error as Error).message}`),
    )
    const { second } = config.backup
    if (second) {
      const other = await openBackups(second)
      refuseOtherDatabase(await findBase(other), base.system, second.setting)
      const unreadable = await completeSecond(other, repository)
      if (unreadable.length > 0) throw new BootError(describeUnreadable(repository, unreadable))
      say(`The second copy in ${second.folder} is complete too.`)
    }
  } finally {
    await close()
  }
}

/** Restores the newest backup beside the site and checks every row count and file. */
export async function verifyBackup(
  config: Config,
  { repository, explainNothing }: ChosenBackup,
  say: (line: string) => void,
): Promise<void> {
  const base = await findBase(repository)
  if (!base) throw await explainNothing()
  const { rows, tables, files, pictures, endsAt } = await verify(repository, base, {
    scratch: config.dataDir,
  })
  const { at, isExact } = base.counted
  say(
    isExact
      ? `The backup is complete: ${rows} rows of ${tables} tables match the count at ${at},`
      : `The backup is complete. Its rows could not be compared, because data was written while the base was made:`,
  )
  say(
    `${pictures} pictures and all ${files} files have their content, and the backup reaches up to ${endsAt.toISOString()}.`,
  )
}
