import { execFileSync } from 'node:child_process'
import { existsSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPostmaster } from '#server/platform/db/postmaster.ts'
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

it.each([
  ['its database dies of one killed process', () => site.databasePid('checkpointer')],
  ['its database is killed', () => site.databasePid()],
  ['the server is killed', () => site.serverPid()],
])('starts anew when %s', async (_, pid) => {
  const [before, said] = [site.serverPid(), site.said().length]
  process.kill(pid() ?? NaN, 'SIGKILL')
  await expect.poll(() => site.said().slice(said)).toContain('started again in')
  await site.becomesReady()
  expect(site.serverPid()).not.toBe(before)
})

/** PostgreSQL takes a file that may not grow for a full disk. */
async function fillItsDisk(): Promise<void> {
  const cluster = join(folder, 'data', 'postgres')
  const { socketDir } = readPostmaster(cluster) ?? {}
  // Root alone, without every right, may not limit another user's process.
  const { uid, gid } = statSync(cluster)
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  for (const pid of site.databasePids()) {
    try {
      execFileSync('prlimit', ['--pid', String(pid), '--fsize=8192:'], { uid, gid })
    } catch (error) {
      // Unless it has ended meanwhile, as a worker of autovacuum does.
      if (existsSync(`/proc/${pid}`)) throw error
    }
  }
  const writing = async () => {
    for (;;)
      await client.query(`select pg_logical_emit_message(true, '', repeat('x', 1000000)), pg_switch_wal()`)
  }
  await writing().catch(() => undefined)
}

it('starts anew when its database finds the disk full as it switches its log', async () => {
  const [before, said] = [site.serverPid(), site.said().length]
  await fillItsDisk()
  await expect.poll(() => site.said().slice(said)).toContain('started again in')
  expect(readFileSync(join(folder, 'data/postgres.log'), 'utf8')).toMatch(
    /PANIC: .*(File too large|No space left)/,
  )
  await site.becomesReady()
  expect(site.serverPid()).not.toBe(before)
})

it('does not try a taken port again', async () => {
  const port = await freePort()
  const holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  const refused = await npmStart(join(folder, 'other'), { PORT: String(port) })
  expect(await refused.ended).toBe(1)
  expect(refused.said()).toContain(`PORT: ${port} is taken`)
  expect(refused.said()).not.toContain('started again')
  holder.close()
})

it('ends with 0 when it is stopped, and leaves nothing running', async () => {
  const pids = [site.serverPid(), site.databasePid()]
  site.signal('SIGTERM')
  expect(await site.ended).toBe(0)
  for (const pid of pids) expect(() => process.kill(pid ?? NaN, 0)).toThrow('ESRCH')
})
