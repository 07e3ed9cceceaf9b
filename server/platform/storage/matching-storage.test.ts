import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { requireMatchingStorage } from './matching-storage.ts'
import { openStorage } from './open-storage.ts'

let folder: string
let one: TestDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sankofa-matching-'))
  chmodSync(folder, 0o755)
  one = await createTestDatabase()
})
afterEach(async () => {
  await one.close()
  rmSync(folder, { recursive: true })
})

/** Starts a process with this data folder. Returns 'started' or the refusal. */
async function startIn(name: string, { db } = one): Promise<string> {
  const settings = { storage: { kind: 'disk' as const }, dataDir: join(folder, name) }
  const storage = await openStorage(settings.storage, settings.dataDir)
  return requireMatchingStorage({ db, storage }, settings).then(
    () => 'started',
    (error: unknown) => (error instanceof BootError ? error.message : String(error)),
  )
}

const tokenIn = (name: string) => readFileSync(join(folder, name, 'photos/site/token.txt'), 'utf8')

it('processes must share the photo folder, and another folder is refused by its setting', async () => {
  expect(await startIn('a')).toBe('started')
  expect(await startIn('a')).toBe('started')
  const refused = await startIn('b')
  expect(refused).toMatch(/^DATA_DIR: .*b\/photos does not contain the photos of this database\./)
  expect(refused).toContain(`write ${tokenIn('a')} into`)
})

it('one of two processes with different folders is refused when both start at once', async () => {
  const outcomes = await Promise.all([startIn('a'), startIn('b')])
  expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.startsWith('DATA_DIR: '))).toHaveLength(1)
})

it('a new database uses its folder’s token, and a folder of another database is refused', async () => {
  await startIn('a')
  const other = await createTestDatabase()
  expect(await startIn('a', other)).toBe('started')
  expect(await startIn('a')).toBe('started')
  const third = await createTestDatabase()
  expect(await startIn('c', third)).toBe('started')
  expect(await startIn('a', third)).toMatch(/^DATA_DIR: /)
  await other.close()
  await third.close()
})
