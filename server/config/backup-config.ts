import { resolve } from 'node:path'
import { redacted } from './redacted.ts'
import type { S3Config } from './s3-config.ts'
import { isBucketUrl } from './setting-checks.ts'
import type { SettingValues } from './settings.ts'

/** Destination of copies, and their encryption. */
export interface BackupTarget {
  /** Name of the setting, for messages to operators. */
  setting: 'BACKUP_DIR' | 'BACKUP_SECOND_DIR'
  /** A folder, or the address of a bucket without its key; undefined if nothing is backed up. */
  folder: string | undefined
  bucket: S3Config | undefined
  /** Base64; undefined if nothing is encrypted. */
  key: string | undefined
  /** Number of days for which every moment can be restored. */
  days: number
}

export interface BackupConfig extends BackupTarget {
  /** Receives a copy of everything in the first target. */
  second: BackupTarget | undefined
}

function bucketAt(text: string): S3Config {
  const { protocol, username, password, host, pathname, searchParams } = new URL(text)
  const config: S3Config = {
    kind: 's3',
    endpoint: `${protocol === 's3+http:' ? 'http' : 'https'}://${host}`,
    bucket: pathname.slice(1),
    region: searchParams.get('region') ?? 'auto',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  }
  return redacted(config, { secretAccessKey: '***' })
}

function targetAt(text: string | undefined): Pick<BackupTarget, 'folder' | 'bucket'> {
  if (text === undefined) return { folder: undefined, bucket: undefined }
  if (!isBucketUrl(text)) return { folder: resolve(text), bucket: undefined }
  const bucket = bucketAt(text)
  return { folder: `${bucket.endpoint}/${bucket.bucket}`, bucket }
}

function configOfTarget(setting: BackupTarget['setting'], settings: SettingValues): BackupTarget {
  const { BACKUP_KEY, BACKUP_DAYS } = settings
  const target: BackupTarget = {
    setting,
    ...targetAt(settings[setting]),
    key: BACKUP_KEY,
    days: Number(BACKUP_DAYS),
  }
  return redacted(target, { key: BACKUP_KEY && '***' })
}

export function backupConfig(settings: SettingValues): { backup: BackupConfig; problems: string[] } {
  const first = configOfTarget('BACKUP_DIR', settings)
  const second =
    settings.BACKUP_SECOND_DIR === undefined ? undefined : configOfTarget('BACKUP_SECOND_DIR', settings)
  const problems =
    second && (first.folder === undefined || first.folder === second.folder)
      ? ['BACKUP_SECOND_DIR must be another folder or bucket than BACKUP_DIR, which must be set as well.']
      : []
  return { backup: Object.assign(first, { second }), problems }
}
