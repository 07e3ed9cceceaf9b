import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { areOnSameDisk, requireSeparateFolders } from './separate-folders.ts'

let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sankofa-apart-')))
  for (const name of ['data', 'first', 'second']) mkdirSync(join(root, name))
  for (const name of ['data', 'first']) symlinkSync(join(root, name), join(root, `${name}-link`))
  symlinkSync(root, join(root, 'second/up'))
})
afterAll(() => rmSync(root, { recursive: true }))

const check = async ([dataDir = '', first = '', second]: (string | undefined)[]) =>
  requireSeparateFolders(
    readConfig({
      DATA_DIR: join(root, dataDir),
      BACKUP_DIR: join(root, first),
      BACKUP_SECOND_DIR: second && join(root, second),
    }),
  )

test.each([
  [['data', 'data'], 'BACKUP_DIR'],
  [['data', 'data/backup'], 'BACKUP_DIR'],
  [['data', 'data-link/backup/new'], 'BACKUP_DIR'],
  [['data-link', 'data/backup'], 'BACKUP_DIR'],
  [['first/data', 'first'], 'BACKUP_DIR'],
  [['first-link/data', 'first'], 'BACKUP_DIR'],
  [['data', 'first', 'data/second'], 'BACKUP_SECOND_DIR'],
  [['data', 'first', 'first-link'], 'BACKUP_SECOND_DIR'],
  [['data', 'first', 'second/up/first'], 'BACKUP_SECOND_DIR'],
])('the folders %j are refused', async (folders, setting) => {
  await expect(check(folders)).rejects.toMatchObject({
    name: 'BootError',
    lines: [expect.stringMatching(new RegExp(`^${setting}: .* contain each other`))],
  })
})

test.each([[['data', 'data-2']], [['data', 'first', 'second']], [['data', '..data/backup', 'first-2']]])(
  'the folders %j are accepted',
  async (folders) => {
    await expect(check(folders)).resolves.toBeUndefined()
  },
)

test('buckets and a missing backup are accepted', async () => {
  for (const BACKUP_DIR of ['s3://id:key@s3.example/bucket', undefined])
    await expect(requireSeparateFolders(readConfig({ DATA_DIR: root, BACKUP_DIR }))).resolves.toBeUndefined()
})

test('areOnSameDisk compares the disks of folders, and never buckets', async () => {
  expect(await areOnSameDisk(root, join(root, 'data-link'))).toBe(true)
  expect(await areOnSameDisk(root, '/proc')).toBe(false)
  expect(await areOnSameDisk(root, 'https://s3.example/bucket')).toBe(false)
  expect(await areOnSameDisk('https://s3.example/one', 'https://s3.example/two')).toBe(false)
})
