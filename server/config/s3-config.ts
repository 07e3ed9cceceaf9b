import { redacted } from './redacted.ts'
import type { SettingValues } from './settings.ts'

export interface S3Config {
  kind: 's3'
  /** Address without a slash at its end; the bucket's name follows it. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type StorageConfig = { kind: 'disk' } | S3Config

const NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * All of the settings must be set, or none. Each problem is a line for an operator; the config is valid only if there
 * are none.
 */
export function storageConfig(settings: SettingValues): { storage: StorageConfig; problems: string[] } {
  const present = NAMES.find((name) => settings[name] !== undefined)
  if (!present) return { storage: { kind: 'disk' }, problems: [] }
  const problems = NAMES.filter((name) => settings[name] === undefined).map(
    (name) => `${name} must be set, because ${present} is.`,
  )
  const storage: S3Config = {
    kind: 's3',
    endpoint: settings.S3_ENDPOINT ?? '',
    bucket: settings.S3_BUCKET ?? '',
    region: settings.S3_REGION ?? '',
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
  }
  return { storage: redacted(storage, { secretAccessKey: '***' }), problems }
}
