import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { BootError } from '#server/platform/process/boot-error.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { startEmbedded } from './embedded.ts'
import { readPostmaster } from './postmaster.ts'

const SETTINGS = { fsync: 'off', shared_buffers: '16MB' }

/** Folder of a stopped database, copied by the tests because creating one is the slowest step. */
let template: string
let folder: string
let dataDir: string
let said: string[]

const start = (settings = {}) =>
  startEmbedded({ dataDir, settings: { ...SETTINGS, ...settings }, report: (text) => said.push(text) })

const refusal = (settings = {}) =>
  start(settings).then(
    () => 'started',
    (error: unknown) => (error instanceof BootError ? error.message : error),
  )

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}

/** Gives the test a database that has run before. */
const copyTemplate = () => execFileSync('cp', ['-a', template, dataDir])

/** Starts a process that starts the database, stores a row and is killed. */
async function startAndKill() {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    import pg from 'pg'
    const { url } = await startEmbedded({ dataDir: process.argv[1] })
    const client = new pg.Client(url)
    await client.connect()
    await client.query("create table kept as select 'Ama' as trader")
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir])
  await once(child, 'exit')
  return child.signalCode
}

beforeAll(async () => {
  template = join(createTemporaryFolder('sankofa-template-'), 'data')
  const created = await startEmbedded({ dataDir: template, settings: SETTINGS })
  await created.stop()
})
afterAll(() => rmSync(join(template, '..'), { recursive: true, force: true }))

beforeEach(() => {
  folder = createTemporaryFolder('sankofa-embedded-')
  dataDir = join(folder, 'my data')
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the database has a fixed locale, no superuser for the site, and keeps its data', async () => {
  const first = await start()
  expect(said).toEqual(['Creating the database'])
  const [facts] = await query(
    first.url,
    `select rolsuper as super, datlocprovider as provider, datlocale as locale, current_setting('listen_addresses') as tcp
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  expect(facts).toEqual({ super: false, provider: 'b', locale: 'C.UTF-8', tcp: '' })
  await query(first.url, `create table kept as select 'Ama' as trader`)
  await first.stop()
  await first.exited

  const second = await start()
  expect(await query(second.url, 'select trader from kept')).toEqual([{ trader: 'Ama' }])
  await second.stop()
  expect(said).toHaveLength(1)
  expect(readPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
})

test('a second start in the same folder is refused while the first runs', async () => {
  copyTemplate()
  const first = await start()
  expect(await refusal()).toMatch(/^DATA_DIR: .* is in use by another running copy/)
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
  await (await start()).stop()
})

test('a start after kill -9 stops the old server and loses nothing', async () => {
  copyTemplate()
  expect(await startAndKill()).toBe('SIGKILL')
  const orphan = readPostmaster(join(dataDir, 'postgres'))
  expect(orphan).toMatchObject({ ready: true })
  const next = await start()
  expect(said).toEqual(['Stopped the database that an earlier run left behind'])
  expect(existsSync(orphan!.socketDir)).toBe(false)
  expect(readPostmaster(join(dataDir, 'postgres'))?.pid).not.toBe(orphan!.pid)
  expect(await query(next.url, 'select trader from kept')).toEqual([{ trader: 'Ama' }])
  await next.stop()
})

test('a server killed with its parent recovers from its log', async () => {
  copyTemplate()
  await startAndKill()
  process.kill(readPostmaster(join(dataDir, 'postgres'))!.pid, 'SIGKILL')
  const next = await start()
  expect(await query(next.url, 'select trader from kept')).toEqual([{ trader: 'Ama' }])
  await next.stop()
})

test('a killed server restarts although one of its processes is busy', async () => {
  copyTemplate()
  const server = await start()
  const busy = new pg.Client(server.url)
  busy.on('error', () => undefined)
  await busy.connect()
  busy.query('do $$ begin loop end loop; end $$').catch(() => undefined)
  await expect
    .poll(() =>
      query(server.url, `select from pg_stat_activity where query like 'do %' and state = 'active'`),
    )
    .toHaveLength(1)
  process.kill(readPostmaster(join(dataDir, 'postgres'))!.pid, 'SIGKILL')
  await server.exited
  await server.startAgain()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
})

test('a copy of a running data folder starts separately and leaves the original alone', async () => {
  copyTemplate()
  const original = await start()
  await query(original.url, `create table kept as select 'Ama' as trader`)
  await query(original.adminUrl, 'checkpoint')
  // Its path begins like the original's.
  const copied = `${dataDir} copied`
  execFileSync('cp', ['-a', dataDir, copied])
  const pidFile = readPostmaster(join(dataDir, 'postgres'))
  expect(readPostmaster(join(copied, 'postgres'))).toEqual(pidFile)
  const copy = await startEmbedded({ dataDir: copied, settings: SETTINGS })
  await query(copy.url, `update kept set trader = 'Kofi'`)
  expect(await query(original.url, 'select trader from kept')).toEqual([{ trader: 'Ama' }])
  await copy.stop()
  expect(await query(original.url, 'select trader from kept')).toEqual([{ trader: 'Ama' }])
  expect(readPostmaster(join(dataDir, 'postgres'))).toEqual(pidFile)
  await original.stop()
})

test('a copy of a killed process’s folder leaves its server to the original', async () => {
  copyTemplate()
  await startAndKill()
  const orphan = readPostmaster(join(dataDir, 'postgres'))
  const copied = join(folder, 'copied')
  execFileSync('cp', ['-a', dataDir, copied])
  await (await startEmbedded({ dataDir: copied, settings: SETTINGS })).stop()
  expect(existsSync(orphan!.socketDir)).toBe(true)
  expect(() => process.kill(orphan!.pid, 0)).not.toThrow()
  await (await start()).stop()
  expect(said).toEqual(['Stopped the database that an earlier run left behind'])
  expect(existsSync(orphan!.socketDir)).toBe(false)
})

test('another process with the old process id is left alone', async () => {
  copyTemplate()
  await (await start()).stop()
  const stranger = spawn('sleep', ['1000'])
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${stranger.pid}\n${dataDir}/postgres\n`)
  await (await start()).stop()
  expect(stranger.signalCode).toBeNull()
  stranger.kill()
})

test('an interrupted creation is started again', async () => {
  mkdirSync(join(dataDir, 'postgres.new-abc', 'base'), { recursive: true })
  await (await start()).stop()
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([])
})

test('an unusable folder is explained', async () => {
  writeFileSync(dataDir, 'a file')
  expect(await refusal()).toBe(
    `DATA_DIR: ${dataDir} is not a folder. Set DATA_DIR to a writable folder with free space.`,
  )
})

test('a database of another major version is refused', async () => {
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  expect(await refusal()).toMatch(/^DATA_DIR: .* was written by PostgreSQL 17, this is 18\./)
})

test('a server that fails to start explains the cause and leaves nothing running', async () => {
  copyTemplate()
  expect(await refusal({ shared_buffers: 'plenty' })).toMatch(
    /^DATA_DIR: .*invalid value for parameter "shared_buffers"/,
  )
  await (await start()).stop()
})
