import * as z from 'zod/mini'
import { secretive } from './secretive.ts'
import { setting } from './setting.ts'

export interface S3Config {
  kind: 's3'
  /** Without a slash at its end; the bucket's name follows it. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type StorageConfig = { kind: 'disk' } | S3Config

const isEndpoint = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, username, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && !username && !search && !hash && !value.endsWith('/')
}

/** The settings of photos in S3-compatible storage; see .env.example. */
export const S3_SETTINGS = {
  S3_ENDPOINT: setting(
    isEndpoint,
    'must be an address without a slash at its end, such as https://s3.eu-west-1.amazonaws.com',
  ),
  S3_BUCKET: setting(
    (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  ),
  S3_REGION: setting(
    (value) => /^[a-z0-9-]{2,40}$/.test(value),
    'must be a region such as eu-west-1, or auto',
  ),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
}

const NAMES = Object.keys(S3_SETTINGS) as (keyof typeof S3_SETTINGS)[]

type Given = Partial<Record<keyof typeof S3_SETTINGS, string>>

/** All of the settings or none. Each problem is a line for a person; the config counts only without any. */
export function storageConfig(given: Given): { storage: StorageConfig; problems: string[] } {
  const present = NAMES.find((name) => given[name] !== undefined)
  if (!present) return { storage: { kind: 'disk' }, problems: [] }
  const problems = NAMES.filter((name) => given[name] === undefined).map(
    (name) => `${name} must be set, since ${present} is.`,
  )
  const storage: S3Config = {
    kind: 's3',
    endpoint: given.S3_ENDPOINT ?? '',
    bucket: given.S3_BUCKET ?? '',
    region: given.S3_REGION ?? '',
    accessKeyId: given.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? '',
  }
  return { storage: secretive(storage, { secretAccessKey: '***' }), problems }
}
