import { rm } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { copyName, FILES, lineOf } from '#server/platform/backup/files/file-index.ts'
import { shipNotes } from '#server/platform/backup/files/shipped-notes.ts'
import { openBackups } from '#server/platform/backup/repository/repository.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { folderOf, INDEX_FILE, stampOf, writeManifest } from './manifest.ts'
import { removeOld } from './retention.ts'

const DAY = 24 * 60 * 60 * 1000

const folder = createTemporaryFolder('sankofa-retention-')
afterAll(() => rm(folder, { recursive: true, force: true }))

it('keeps photos that were stored since the newest base', async () => {
  const repository = await openBackups(readConfig({ BACKUP_DIR: `${folder}/backup` }).backup)
  const makeBase = async (daysAgo: number, ...keys: string[]) => {
    const startedAt = new Date(Date.now() - daysAgo * DAY)
    const stamp = stampOf(startedAt)
    const copies: string[] = []
    for (const key of keys)
      copies.push(lineOf({ key, ...(await repository.put(copyName(key), Buffer.from(key))) }))
    const index = await repository.put(`${folderOf(stamp)}/${INDEX_FILE}`, Buffer.from(copies.join('')))
    const [at, position] = [startedAt.toISOString(), { lsn: '0/3000000', timeline: 1 }]
    await writeManifest(repository, {
      format: 1,
      stamp,
      startedAt: at,
      endedAt: at,
      version: '1',
      postgres: '18',
      migration: '1',
      system: '1',
      start: position,
      end: position,
      counted: { point: 'point', at, isExact: true, tables: {} },
      database: index,
      key: null,
      index,
      files: { count: keys.length, bytes: 1 },
    })
  }
  await makeBase(40, 'avatars/early.avif', 'avatars/in-both.avif')
  await makeBase(20, 'avatars/in-both.avif')
  const storage = await openDiskStorage(`${folder}/site`)
  await storage.put('avatars/since.avif', Buffer.from('since'), 'image/avif')
  await shipNotes(storage, repository, [
    { at: new Date().toISOString(), sign: '+', key: 'avatars/since.avif' },
  ])
  await removeOld(repository, 14)
  const kept: string[] = []
  for await (const name of repository.list(FILES)) kept.push(name)
  expect(kept).toEqual(['avatars/in-both.avif', 'avatars/since.avif'].map(copyName))
})
