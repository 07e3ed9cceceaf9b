import type { Config } from '#server/config/config.ts'
import { within } from '#server/platform/concurrency/within.ts'
import type { Log } from '#server/platform/process/log.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { withNotes } from '#server/platform/backup/files/file-notes.ts'
import { type BackupRunner, runBackups } from './run-backups.ts'

/** Maximum wait for the backup's last step while the site stops. */
const LAST_MILLISECONDS = 5_000

interface Deps {
  /**
   * The superuser's address of the built-in database; undefined for an external database, which is backed up
   * elsewhere.
   */
  adminUrl: string | undefined
  /** True if another process of this site runs the backup, so that this one only notes the files that it stores. */
  isBackedElsewhere?: boolean
  log: Log
  onClose: (step: () => Promise<void>) => void
}

/** The storage of the site's pictures, and the backup of both pictures and database. */
export async function openBackedStorage(
  { dataDir, backup, storage: where }: Pick<Config, 'dataDir' | 'backup' | 'storage'>,
  { adminUrl, isBackedElsewhere = false, log, onClose }: Deps,
): Promise<{ storage: Storage; backup: BackupRunner | undefined }> {
  const storage = await openStorage(where, dataDir)
  if (backup.folder === undefined) return { storage, backup: undefined }
  if (isBackedElsewhere) return { storage: await withNotes(storage, dataDir), backup: undefined }
  if (adminUrl === undefined) return { storage, backup: undefined }
  if (backup.key === undefined)
    log.warn('BACKUP_KEY is not set, so anyone who can read BACKUP_DIR can read all data of the site')
  const runner = await runBackups({ dataDir, adminUrl, storage }, backup, log)
  onClose(() => within(LAST_MILLISECONDS, runner.close(), undefined))
  return { storage: await withNotes(storage, dataDir), backup: runner }
}
