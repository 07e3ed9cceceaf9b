import { isBackupDir, isKey } from './setting-checks.ts'
import type { Setting } from './setting.ts'

const target = {
  isValid: isBackupDir,
  problem:
    'must be a folder, or look like s3://id:key@s3.eu-west-1.amazonaws.com/bucket?region=eu-west-1, with special characters %-encoded',
}

/** Settings for backups. */
export const BACKUP_SETTINGS = {
  BACKUP_DIR: {
    ...target,
    without: 'no backup',
    use: 'live',
    meaning:
      'Folder on another disk, or a bucket as `s3://id:key@host/bucket?region=…`, for copies of the database, pictures and secret key ([how](docs/operations/backup.md)).',
    example: '/mnt/backup/sankofa',
  },
  BACKUP_SECOND_DIR: {
    ...target,
    without: 'one copy',
    meaning:
      'Another folder or bucket for a second copy, best in another building ([how](docs/operations/backup.md#a-second-copy)).',
  },
  BACKUP_KEY: {
    without: 'not encrypted',
    use: 'live',
    meaning:
      '32 random bytes in base64 (`openssl rand -base64 32`) that encrypt the backups. Store a copy elsewhere: without the key the backups are useless.',
    isValid: isKey,
    problem: 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them',
  },
  BACKUP_DAYS: {
    default: '14',
    meaning: 'Number of days for which every moment can be restored.',
    isValid: (text) => /^[1-9]\d{0,3}$/.test(text),
    problem: 'must be a whole number of days from 1 to 9999',
  },
} as const satisfies Record<string, Setting>
