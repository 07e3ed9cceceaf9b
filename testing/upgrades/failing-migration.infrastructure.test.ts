import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { insertProduct } from '#testing/market/products.ts'
import { freePort } from '#testing/scale/free-port.ts'
import { serveApp, type ServedApp } from '#testing/scale/serve-app.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const FAILING = '9999_fails.sql'

let test: TestApp
let served: ServedApp
let productId: string
/** Folder of the program's next version, whose migration fails. */
let next: string

beforeAll(async () => {
  test = await createTestApp()
  served = await serveApp(test)
  productId = await insertProduct(test.db)
  next = createTemporaryFolder('sankofa-next-')
  for (const name of ['package.json', 'server'])
    cpSync(join(REPOSITORY, name), join(next, name), { recursive: true })
  for (const name of ['node_modules', 'contract', 'demo'])
    symlinkSync(join(REPOSITORY, name), join(next, name))
  writeFileSync(
    join(next, 'server/platform/db/migrations', FAILING),
    `create table stalls (id int);
    update products set title = 'Gone';
    alter table messages drop column content cascade;
    select 1 / 0;`,
  )
})
afterAll(async () => {
  await served.close()
  await test.close()
  rmSync(next, { recursive: true, force: true })
})

/** Every column of every table, and every function. */
async function describeDatabase() {
  const { rows } = await sql<{ what: string }>`
    select format('%s.%s %s', attrelid::regclass, attname, atttypid::regtype) as what from pg_attribute
    where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`.execute(test.db)
  return rows.map(({ what }) => what)
}

const titleServed = async () => {
  // The test changes the title directly in the database, so no notice refreshes the cached reply.
  const headers = { 'Cache-Control': 'no-cache' }
  const response = await fetch(`${served.origin}/api/products/${productId}`, { headers })
  return ((await response.json()) as { title: string }).title
}

async function startNext(): Promise<{ code: number | null; lines: string[] }> {
  const server = spawn(process.execPath, [join(next, 'server/main.ts')], {
    cwd: next,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(next, 'data'),
      DATABASE_URL: test.database.url,
      DEMO: 'off',
      NODE_ENV: 'production',
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  server.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code] = (await once(server, 'close')) as [number | null]
  return { code, lines: errors.trim().split('\n') }
}

it('a failing migration changes nothing, logs one line and does not disturb the running version', async () => {
  const [before, title] = [await describeDatabase(), await titleServed()]
  expect(await startNext()).toEqual({
    code: 1,
    lines: [
      `The database was not migrated: ${FAILING} failed: division by zero. It is unchanged, and running processes continue.`,
    ],
  })
  expect(await describeDatabase()).toEqual(before)
  expect(await titleServed()).toBe(title)
  await test.db.updateTable('products').set({ title: 'Still served' }).where('id', '=', productId).execute()
  await expect.poll(titleServed).toBe('Still served')
})

it('a failing migration lets the previous version start again', async () => {
  expect(await prepareDatabase(test.database.url)).toEqual([])
  expect(await pendingMigrations(test.db)).toEqual([])
  const again = await createTestApp({ database: test.database })
  expect((await again.app.request(`/api/products/${productId}`)).status).toBe(200)
  await again.close()
})
