import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { createTestDatabase } from '#testing/database.ts'
import { newSecretKey } from '#testing/live/conversation-people.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { setUp } from '#testing/set-up.ts'
import { freePort } from './free-port.ts'
import { npmStart } from './npm-start.ts'
import { runningProcesses } from './running-processes.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const REFUSAL = /older than its database: .* the database has 9999_newer\.sql/
/** Record that a newer version leaves. */
const NEWER = `insert into schema_migrations (name, checksum) values ('9999_newer.sql', 'x')`
const { secretKey } = newSecretKey()

let folder: string
const database = setUp(createTestDatabase)
beforeAll(async () => {
  folder = createTemporaryFolder('sankofa-older-')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Exit code and output of a command. */
async function run([script = '', ...args]: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, [join(REPOSITORY, script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: join(folder, 'data'),
      SECRET_KEY: secretKey,
      NODE_ENV: 'production',
      ...settings,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/** All commands of `npm run admin` open the site in the same way. */
const ADMIN = ['scripts/admin.ts', 'search', 'rebuild']
const SEED = ['scripts/seed.ts', '--products', '1']
const BACKUP = ['scripts/backup.ts']

it('a process replaced beside newer ones refuses to start', async () => {
  const site = await npmStart(join(folder, 'replaced'), {
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey,
    PROCESSES: '2',
  })
  await expect.poll(() => site.said(), { timeout: 60_000 }).toContain('2 processes answer')
  await sql.raw(NEWER).execute(database.db)
  const workers = runningProcesses().filter(({ parent }) => parent === site.serverPid())
  process.kill(workers.at(-1)?.pid ?? NaN, 'SIGKILL')
  await expect.poll(() => site.said()).toMatch(REFUSAL)
  site.signal('SIGTERM')
  await site.ended
})

describe('a newer external database', () => {
  it.each(['1', '2'])('makes npm start of %s processes refuse permanently', async (processes) => {
    const settings = { DATABASE_URL: database.url, PROCESSES: processes, PORT: String(await freePort()) }
    const { code, said } = await run(['scripts/start.js'], settings)
    expect(said).toMatch(REFUSAL)
    expect(said).not.toContain('started again')
    expect(code).toBe(1)
  })

  it.each([[ADMIN], [SEED]])('makes %s refuse', async (command) => {
    const { code, said } = await run(command, { DATABASE_URL: database.url })
    expect(said).toMatch(REFUSAL)
    expect(code).toBe(1)
  })
})

describe('a newer embedded database', () => {
  const dataDir = () => join(folder, 'data')
  const settings = () => ({ DATA_DIR: dataDir(), BACKUP_DIR: join(folder, 'backup'), DATABASE_URL: '' })
  let postgres: Awaited<ReturnType<typeof startEmbedded>> | undefined

  beforeAll(async () => {
    mkdirSync(join(folder, 'backup'))
    postgres = await startEmbedded({ dataDir: dataDir(), settings: { fsync: 'off' } })
    await prepareDatabase(postgres.url)
    const client = new pg.Client(postgres.url)
    await client.connect()
    await client.query(NEWER)
    await client.end()
  })
  afterAll(() => postgres?.stop())

  it.each([[ADMIN], [BACKUP]])('makes %s refuse while it runs', async (command) => {
    const { code, said } = await run(command, settings())
    expect(said).toMatch(REFUSAL)
    expect(code).toBe(1)
  })

  it('makes npm start and every command refuse while it is stopped', async () => {
    await postgres?.stop()
    postgres = undefined
    const port = String(await freePort())
    for (const command of [['scripts/start.js'], ADMIN, BACKUP]) {
      const { code, said } = await run(command, { ...settings(), PORT: port, PROCESSES: '2' })
      expect([code, said]).toEqual([1, expect.stringMatching(REFUSAL)])
    }
  })
})
