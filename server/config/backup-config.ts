import { join, resolve } from 'node:path'
import { redacted } from './redacted.ts'
import type { S3Config } from './s3-config.ts'
import { isBucketUrl } from './setting-checks.ts'
import type { SettingValues } from './settings.ts'

export interface BackupConfig {
  /** A folder, or where a bucket is, without its key; undefined: nothing is backed up. */
  folder: string | undefined
  bucket: S3Config | undefined
  /** Where files lie on their way to a bucket. */
  spool: string
  /** Base64; undefined: nothing is encrypted. */
  key: string | undefined
  /** For how long every moment can be restored. */
  days: number
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

function targetAt(text: string | undefined): Pick<BackupConfig, 'folder' | 'bucket'> {
  if (text === undefined) return { folder: undefined, bucket: undefined }
  if (!isBucketUrl(text)) return { folder: resolve(text), bucket: undefined }
  const bucket = bucketAt(text)
  return { folder: `${bucket.endpoint}/${bucket.bucket}`, bucket }
}

export const backupConfig = ({
  BACKUP_DIR,
  BACKUP_KEY,
  BACKUP_DAYS,
  DATA_DIR,
}: SettingValues): BackupConfig =>
  redacted(
    {
      ...targetAt(BACKUP_DIR),
      spool: resolve(join(DATA_DIR, 'backup', 'sending')),
      key: BACKUP_KEY,
      days: Number(BACKUP_DAYS),
    },
    { key: BACKUP_KEY && '***' },
  )
