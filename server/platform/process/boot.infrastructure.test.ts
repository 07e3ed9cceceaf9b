import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sankofa-boot-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function spawnServer(env: Record<string, string>) {
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'off',
      NODE_ENV: 'production',
      PROCESSES: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  server.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  server.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const ended = once(server, 'close').then(([code]) => code as number | null)
  return { server, output, ended }
}

/** The error output of a start that fails with exit code 1. */
async function failure(env: Record<string, string>): Promise<string[]> {
  const { output, ended } = spawnServer(env)
  expect(await ended).toBe(1)
  return output.err.trim().split('\n')
}

async function takenPort() {
  const holder = createServer().listen(0)
  await once(holder, 'listening')
  const address = holder.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { port: String(address.port), release: () => holder.close() }
}

async function freePort(): Promise<string> {
  const { port, release } = await takenPort()
  release()
  return port
}

test('a backup inside DATA_DIR is refused before any change', async () => {
  for (const PROCESSES of ['1', '2'])
    expect(await failure({ PROCESSES, BACKUP_DIR: join(dataDir, 'kept') })).toEqual([
      expect.stringMatching(/^BACKUP_DIR: .*kept and DATA_DIR \(.*\) contain each other\./),
    ])
  expect(existsSync(dataDir)).toBe(false)
})

test('invalid settings are reported together before any change', async () => {
  expect(await failure({ PORT: 'http', TIME_ZONE: 'Accra' })).toEqual([
    'PORT must be a port from 1 to 65535, such as 3000.',
    'TIME_ZONE must be a time zone such as Africa/Accra.',
  ])
  expect(existsSync(dataDir)).toBe(false)
})

test('a taken port is reported before the database is created', async () => {
  const { port, release } = await takenPort()
  expect(await failure({ PORT: port })).toEqual([
    `PORT: ${port} is taken by another program. Stop that one, or set PORT to another.`,
  ])
  expect(existsSync(dataDir)).toBe(false)
  release()
})

test('an address of another machine is reported', async () => {
  expect(await failure({ PORT: await freePort(), HOST: '192.0.2.1' })).toEqual([
    expect.stringMatching(/^HOST: 192\.0\.2\.1 is not an address of this machine\./),
  ])
})

test.each(['1', '2'])(
  'an unreachable database is reported without its password, with processes: %s',
  async (processes) => {
    const url = 'postgres://ama:hunter2@127.0.0.1:1/sankofa'
    const lines = await failure({ PORT: await freePort(), DATABASE_URL: url, PROCESSES: processes })
    expect(lines).toEqual([expect.stringMatching(/^DATABASE_URL: no PostgreSQL listens there\./)])
    expect(lines.join()).not.toContain('hunter2')
  },
)

test('an unwritable folder is reported', async () => {
  writeFileSync(dataDir, 'a file')
  expect(await failure({ PORT: await freePort() })).toEqual([
    expect.stringMatching(/^DATA_DIR: .* is not a folder\. Set DATA_DIR to/),
  ])
})

test.each(['1', '2'])(
  'a stop during the start leaves nothing running, with processes: %s',
  async (processes) => {
    const { server, output, ended } = spawnServer({ PORT: await freePort(), PROCESSES: processes })
    while (!output.out.includes('Migrating')) await once(server.stdout, 'data')
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output.err).toBe('')
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  },
)
