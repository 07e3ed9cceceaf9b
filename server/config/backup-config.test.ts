import { describe, expect, it } from 'vitest'
import { problemsOf } from '#testing/config-problems.ts'
import { readConfig } from './config.ts'

describe.each(['BACKUP_DIR', 'BACKUP_SECOND_DIR'])('%s', (name) => {
  const settings = (value: string) => ({ BACKUP_DIR: '/mnt/backup/sankofa', [name]: value })

  it.each([
    'https://id:hunter2@s3.example/bucket',
    'sftp://id:hunter2@backup.example/sankofa',
    ' s3://id:hunter2@s3.example/bucket',
    's3:/id:hunter2@s3.example/bucket',
    's3+https://id:hunter2@s3.example/bucket',
    'S3://id:hunter2@s3.example/Bucket',
    's3://id:hunter2%zz@s3.example/bucket',
    'id:hunter2@s3.example/bucket',
  ])('refuses %s, which is neither folder nor bucket, without repeating it', (value) => {
    const problems = problemsOf(settings(value))
    expect(problems).toEqual([expect.stringMatching(`^${name} must be a folder, or look like s3://`)])
    expect(problems.join()).not.toContain('hunter2')
  })

  it.each(['s3://id:hunter2@s3.example/bucket', 'S3+HTTP://id:hunter2@127.0.0.1:9/bucket'])(
    'reads %s as a bucket, regardless of case',
    (value) => {
      const { backup } = readConfig(settings(value))
      const target = name === 'BACKUP_DIR' ? backup : backup.second
      expect(target?.bucket?.bucket).toBe('bucket')
      expect(target?.folder).toMatch(/^https?:\/\/[^@]*\/bucket$/)
    },
  )

  it.each(['/mnt/backup', 'backup', String.raw`D:\backup`, '/mnt/2026-11-22 08:17'])(
    'accepts the folder %s',
    (value) => {
      expect(problemsOf(settings(value))).toEqual([])
    },
  )
})
