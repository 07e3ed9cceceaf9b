import { resolve } from 'node:path'
import { redacted } from './redacted.ts'
import type { SettingValues } from './settings.ts'

export interface BackupConfig {
  /** Undefined: nothing is backed up. */
  folder: string | undefined
  /** Base64; undefined: nothing is encrypted. */
  key: string | undefined
  /** For how long every moment can be restored. */
  days: number
}

export const backupConfig = ({ BACKUP_DIR, BACKUP_KEY, BACKUP_DAYS }: SettingValues): BackupConfig =>
  redacted(
    {
      folder: BACKUP_DIR === undefined ? undefined : resolve(BACKUP_DIR),
      key: BACKUP_KEY,
      days: Number(BACKUP_DAYS),
    },
    { key: BACKUP_KEY && '***' },
  )
