import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { problemsOf } from '#testing/config-problems.ts'
import { readConfig } from './config.ts'

const S3 = {
  S3_ENDPOINT: 'https://s3.eu-west-1.amazonaws.com',
  S3_BUCKET: 'market-photos',
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'hunter2',
}

describe('the storage configuration', () => {
  it('is the disk by default, or the named bucket', () => {
    expect(readConfig({}).storage).toEqual({ kind: 'disk' })
    const { storage } = readConfig(S3)
    expect({ ...storage }).toEqual({
      kind: 's3',
      endpoint: 'https://s3.eu-west-1.amazonaws.com',
      bucket: 'market-photos',
      region: 'eu-west-1',
      accessKeyId: 'id',
      secretAccessKey: 'hunter2',
    })
  })

  it('needs all of its settings', () => {
    expect(problemsOf({ S3_BUCKET: S3.S3_BUCKET, S3_REGION: S3.S3_REGION })).toEqual([
      'S3_ENDPOINT must be set, because S3_BUCKET is.',
      'S3_ACCESS_KEY_ID must be set, because S3_BUCKET is.',
      'S3_SECRET_ACCESS_KEY must be set, because S3_BUCKET is.',
    ])
  })

  it.each([
    ['S3_ENDPOINT', 'https://s3.example/'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_ENDPOINT', 'https://key:secret@s3.example'],
    ['S3_ENDPOINT', 'https://s3.example?x=1'],
    ['S3_BUCKET', 'Photos'],
    ['S3_BUCKET', 'a/b'],
    ['S3_REGION', 'eu west'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ ...S3, [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)])
  })

  it('never prints its secret', () => {
    const config = readConfig(S3)
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('hunter2')
  })
})
