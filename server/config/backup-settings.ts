import { isBackupDir, isKey } from './setting-checks.ts'
import type { Setting } from './setting.ts'

const target = {
  isValid: isBackupDir,
  problem:
    'must be a folder, or look like s3://id:key@s3.eu-west-1.amazonaws.com/bucket?region=eu-west-1, with special characters %-encoded',
}

/** What is kept for bad days. */
export const BACKUP_SETTINGS = {
  BACKUP_DIR: {
    ...target,
    without: 'no backup',
    meaning:
      'folder on another disk, or a bucket as `s3://id:key@host/bucket?region=…`, where the site keeps copies of its database, pictures and key ([how](docs/operations.md#backup))',
    example: '/mnt/backup/sankofa',
  },
  BACKUP_SECOND_DIR: {
    ...target,
    without: 'one copy',
    meaning:
      'another folder or bucket, best in another place, that receives all of `BACKUP_DIR` as well ([how](docs/operations.md#a-second-copy))',
  },
  BACKUP_KEY: {
    without: 'not encrypted',
    meaning:
      '32 random bytes in base64 (`openssl rand -base64 32`) under which backups are encrypted; keep it elsewhere as well, for without it they are worth nothing',
    isValid: isKey,
    problem: 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them',
  },
  BACKUP_DAYS: {
    default: '14',
    meaning: 'for how many days back every moment can be restored',
    isValid: (text) => /^[1-9]\d{0,3}$/.test(text),
    problem: 'must be a whole number of days from 1 to 9999',
  },
} as const satisfies Record<string, Setting>
