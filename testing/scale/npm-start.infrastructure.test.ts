import { execFileSync } from 'node:child_process'
import { existsSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDeaths } from '#server/platform/process/deaths.ts'
import { readPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { freePort } from './free-port.ts'
import { type NpmStart, npmStart } from './npm-start.ts'

let folder: string
let site: NpmStart
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sankofa-start-'))
  chmodSync(folder, 0o755)
  site = await npmStart(join(folder, 'data'))
  await site.becomesReady()
})
afterAll(async () => {
  site.signal('SIGTERM')
  await site.ended
  rmSync(folder, { recursive: true, force: true })
})

it('restarts a killed server', async () => {
  const [before, said] = [site.serverPid(), site.said().length]
  process.kill(before ?? NaN, 'SIGKILL')
  await expect.poll(() => site.said().slice(said)).toContain('It restarts in')
  await site.becomesReady()
  expect(site.serverPid()).not.toBe(before)
  expect(describeDeaths(join(folder, 'data'))).toEqual([
    expect.stringMatching(/^The server died once within a day and was replaced, last at \S+ \(SIGKILL\)\./),
  ])
})

/** Expects that the server stays and answers while its database is replaced. */
async function expectDatabaseAgain(kill: () => unknown): Promise<void> {
  const [server, database, said] = [site.serverPid(), site.databasePid(), site.said().length]
  await kill()
  await expect.poll(() => site.said().slice(said)).toContain('will be restarted')
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  await expect.poll(() => site.said().slice(said)).toContain('the database runs again')
  expect(site.databasePid()).not.toBe(database)
  await site.becomesReady()
  expect(site.serverPid()).toBe(server)
  expect(describeDeaths(join(folder, 'data'))).toContainEqual(expect.stringMatching(/^The database died /))
  expect((await fetch(`${site.url}/api/products`)).status).toBe(200)
}

it.each([
  ['one of its processes is killed', () => site.databasePid('checkpointer')],
  ['it is killed', () => site.databasePid()],
])('restarts its database when %s', (_, pid) =>
  expectDatabaseAgain(() => process.kill(pid() ?? NaN, 'SIGKILL')),
)

/** Simulates a full disk for PostgreSQL by limiting its file sizes. */
async function fillItsDisk(): Promise<void> {
  const cluster = join(folder, 'data', 'postgres')
  const { socketDir } = readPostmaster(cluster) ?? {}
  // Root in a container without all capabilities may not limit another user's process.
  const { uid, gid } = statSync(cluster)
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  for (const pid of site.databasePids()) {
    try {
      execFileSync('prlimit', ['--pid', String(pid), '--fsize=1048576:'], { uid, gid })
    } catch (error) {
      // A worker of autovacuum may have ended in the meantime.
      if (existsSync(`/proc/${pid}`)) throw error
    }
  }
  const writing = async () => {
    for (;;)
      await client.query(`select pg_logical_emit_message(true, '', repeat('x', 1000000)), pg_switch_wal()`)
  }
  await writing().catch(() => undefined)
}

it('restarts its database if the disk was full while it switched its log', async () => {
  await expectDatabaseAgain(fillItsDisk)
  expect(readFileSync(join(folder, 'data/postgres.log'), 'utf8')).toMatch(
    /PANIC: .*(File too large|No space left)/,
  )
})

it('does not retry a taken port', async () => {
  const port = await freePort()
  const holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  const refused = await npmStart(join(folder, 'other'), { PORT: String(port) })
  expect(await refused.ended).toBe(1)
  expect(refused.said()).toContain(`PORT: ${port} is taken`)
  expect(refused.said()).not.toContain('started again')
  holder.close()
})

it('exits with 0 when stopped and leaves no process running', async () => {
  const pids = [site.serverPid(), site.databasePid()]
  site.signal('SIGTERM')
  expect(await site.ended).toBe(0)
  for (const pid of pids) expect(() => process.kill(pid ?? NaN, 0)).toThrow('ESRCH')
})
