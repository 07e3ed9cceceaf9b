import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openBackups } from '#server/platform/backup/repository/repository.ts'
import { createLog } from '#server/platform/process/log.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { openBackupMemory } from '#server/platform/backup/backup-memory.ts'
import { createSecondCopy } from '#server/platform/backup/second-copy.ts'
import { isStored, newestTimeline } from './branches.ts'
import { logFile } from './log-segments.ts'

const folder = createTemporaryFolder('sankofa-branches-')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (name: string) =>
  openBackups(readConfig({ NODE_ENV: 'test', BACKUP_DIR: join(folder, name) }).backup)
const SEGMENT = logFile('1', '000000030000000000000004')

it('a log file may be stored again or replace a damaged one, but not a different one', async () => {
  const repository = await open('first')
  const isThere = (rows: string) => isStored(repository, SEGMENT, () => Readable.from([Buffer.from(rows)]))
  expect(await isThere('rows')).toBe(false)
  await repository.put(SEGMENT, Buffer.from('rows'))
  expect(await isThere('rows')).toBe(true)
  await expect(isThere('other rows')).rejects.toThrow(
    `${repository.location} already has a different ${SEGMENT}`,
  )
  writeFileSync(join(folder, 'first/plain', SEGMENT), 'no longer compressed')
  expect(await isThere('rows')).toBe(false)
})

it('newestTimeline considers history and log files of every copy', async () => {
  const copies = [await open('one'), await open('two')]
  expect(await newestTimeline(copies, '1')).toBe(1)
  await copies[0]?.put(logFile('1', '00000002.history'), Buffer.from(''))
  await copies[1]?.put(SEGMENT, Buffer.from(''))
  await copies[1]?.put(logFile('2', '00000009.history'), Buffer.from(''))
  expect(await newestTimeline(copies, '1')).toBe(3)
})

it('a differing file in the second copy is kept and reported', async () => {
  const dataDir = join(folder, 'site')
  const dirs = { DATA_DIR: dataDir, BACKUP_DIR: join(folder, 'a'), BACKUP_SECOND_DIR: join(folder, 'b') }
  const { second: target } = readConfig({ NODE_ENV: 'test', ...dirs }).backup
  if (!target) throw new Error('No second copy')
  const [first, other] = [await open('a'), await open('b')]
  const said: string[] = []
  const reporter = { clear: async () => {}, report: async (error: unknown) => void said.push(String(error)) }
  const second = createSecondCopy(target, {
    memory: await openBackupMemory(dataDir),
    reporter,
    tidy: async () => {},
    log: createLog('silent'),
  })
  await second.update(first)
  await other.put(SEGMENT, Buffer.from('other rows'))
  await second.following(first).put(SEGMENT, Buffer.from('rows'))
  await second.update(first)
  expect(await text(Readable.from(other.read(SEGMENT)))).toBe('other rows')
  expect(said).toEqual([expect.stringContaining(`${other.location} already has a different ${SEGMENT}`)])
})
