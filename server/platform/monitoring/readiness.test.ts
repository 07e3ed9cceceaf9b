import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addHealth } from '#server/platform/http/health.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import { createCutDatabase } from '#testing/scale/cut-database.ts'
import { createBareApp, type Injected } from '#testing/injected.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { readiness } from './readiness.ts'

let database: Awaited<ReturnType<typeof createCutDatabase>>
let dataDir: string
/** The checks of the site, with a clock that the test sets. */
let deps: Parameters<typeof readiness>[0]
const clock = { now: 0 }
let app: Injected

beforeEach(async () => {
  database = await createCutDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'sankofa-ready-'))
  const storage = await openDiskStorage(join(dataDir, 'photos'))
  deps = { db: database.db, storage, dataDir, isEnding: () => false }
  const bare = await createBareApp()
  addHealth(
    bare,
    readiness(deps, () => clock.now),
  )
  app = bare
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

async function ready() {
  clock.now += 1000
  const reply = await app.request('/readyz')
  return `${reply.status} ${await reply.text()}`
}

it('the site is not ready while the database is read-only or lacks a migration', async () => {
  expect(await ready()).toBe('200 ready')
  const name = new URL(database.url).pathname.slice(1)
  const readOnly = (state: string) =>
    sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.raw(state)}`.execute(
      database.direct.db,
    )
  await readOnly('on')
  database.cable.cut()
  // A broken connection in the pool is reported first.
  await expect.poll(ready).toBe('503 not ready: the database is read-only')
  await sql`set default_transaction_read_only = off`.execute(database.direct.db)
  await readOnly('off')
  database.cable.cut()
  await sql`delete from schema_migrations where name = '0000_baseline'`.execute(database.direct.db)
  await expect.poll(ready).toBe('503 not ready: the database lacks migration 0000_baseline')
})

it('the site is not ready while the database or the photo storage is unavailable', async () => {
  await ready()
  database.cable.freeze()
  expect(await ready()).toBe('503 not ready: the database does not answer')
  database.cable.aim({ port: 1, host: '127.0.0.1' })
  database.cable.cut()
  await expect.poll(ready).toBe('503 not ready: the database cannot be reached')
  rmSync(join(dataDir, 'photos'), { recursive: true })
  expect(await ready()).toBe('503 not ready: the database cannot be reached; photos cannot be written')
})

it('the site is not ready when the storage is full or the site stops', async () => {
  deps.storage = { check: () => Promise.reject(new StorageError('full', 'ENOSPC')) }
  expect(await ready()).toBe('503 not ready: there is no room for photos')
  deps.isEnding = () => true
  expect(await ready()).toBe('503 not ready: it is stopping')
})

it('the checks run at most once a second', async () => {
  let checks = 0
  deps.storage = { check: async () => void (checks += 1) }
  await ready()
  await Promise.all(Array.from({ length: 50 }, async () => app.request('/readyz')))
  expect(checks).toBe(1)
  await ready()
  expect(checks).toBe(2)
})
