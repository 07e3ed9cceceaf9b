import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts'
import { BASELINE, migrate } from './migrate.ts'
import type { SqlValues } from './repeatable-sql.ts'

const SCHEMA = 'stalls/schema.sql'
const GREETING = 'stalls/functions.sql'
const greet = (word: string) =>
  `create or replace function greet() returns text language sql return '${word}';\n`

let database: TestDatabase
let directory: string

function write(name: string, text: string): void {
  mkdirSync(join(directory, dirname(name)), { recursive: true })
  writeFileSync(join(directory, name), text)
}
const remove = (name: string) => rmSync(join(directory, name))
const run = (values: SqlValues = {}) =>
  migrate(database.url, {
    directory: join(directory, 'migrations'),
    domains: { directory: join(directory, 'domains'), values, baseline: [SCHEMA] },
  })
async function valueOf(query: ReturnType<typeof sql<Record<string, unknown>>>): Promise<unknown> {
  const { rows } = await query.execute(database.db)
  return Object.values(rows[0] ?? {})[0]
}
const greeting = () => valueOf(sql`select greet()`)

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sankofa-repeatable-'))
  mkdirSync(join(directory, 'migrations'))
  database = await createEmptyDatabase()
  write(`domains/${SCHEMA}`, 'create table stalls (id int primary key);')
  write(`domains/${GREETING}`, greet('Akwaaba'))
})
afterEach(async () => {
  await database.close()
  rmSync(directory, { recursive: true })
})

test('a changed function is replaced under its id, and an unchanged one is not touched', async () => {
  write('domains/market/functions.sql', 'create or replace function two() returns int return 2;')
  expect(await run()).toEqual([BASELINE, 'market/functions.sql', GREETING])
  const versions = () =>
    sql`select proname as name, oid, xmin::text as version from pg_proc where proname in ('greet', 'two') order by 1`
      .execute(database.db)
      .then(({ rows }) => rows as { name: string; oid: number; version: string }[])
  const [greetBefore, twoBefore] = await versions()
  expect(await run()).toEqual([])
  write(`domains/${GREETING}`, greet('Welcome'))
  expect(await run()).toEqual([GREETING])
  expect(await greeting()).toBe('Welcome')
  const [greetAfter, twoAfter] = await versions()
  expect(greetAfter?.oid).toBe(greetBefore?.oid)
  expect(greetAfter?.version).not.toBe(greetBefore?.version)
  expect(twoAfter).toEqual(twoBefore)
  write(`domains/${GREETING}`, greet('Welcome').replaceAll('\n', '\r\n'))
  expect(await run()).toEqual([])
})

test('a folder runs after the folders that it names', async () => {
  write(
    'domains/a/functions.sql',
    '-- after: stalls, z\ncreate or replace function a() returns text return z();',
  )
  write(
    'domains/z/functions.sql',
    '-- after: stalls\ncreate or replace function z() returns text return greet();',
  )
  expect(await run()).toEqual([BASELINE, GREETING, 'z/functions.sql', 'a/functions.sql'])
})

test('a circle, an unknown folder and a missing value are refused', async () => {
  write('domains/a/functions.sql', '-- after: z\n')
  await expect(run()).rejects.toThrow('a names z, which has no SQL files')
  write('domains/z/functions.sql', '-- after: a\n')
  await expect(run()).rejects.toThrow('SQL files need each other in a circle: a, z, a')
  remove('domains/z/functions.sql')
  write('domains/a/functions.sql', "select :'missing'")
  await expect(run()).rejects.toThrow("a/functions.sql uses :'missing', which has no value")
  write('domains/a/functions.sql', "select :'price'")
  await expect(run({ price: '$$' })).rejects.toThrow(
    "a/functions.sql: the value of :'price' may not contain $$",
  )
})

test('values from the code are inserted, and a new value replaces the function', async () => {
  write(`domains/${GREETING}`, "create or replace function greet() returns text return :'word'::text;")
  await run({ word: "Ama's" })
  expect(await greeting()).toBe("Ama's")
  expect(await run({ word: 'Kofi' })).toEqual([GREETING])
  expect(await greeting()).toBe('Kofi')
  await run({ word: [{ type: 'sale' }] })
  expect(await greeting()).toBe('[{"type":"sale"}]')
})

test('the migrations and functions of a start succeed or fail together', async () => {
  await run()
  write('migrations/0002_traders.sql', 'create table traders ();')
  write(`domains/${GREETING}`, 'create or replace function greet() returns text return nobody();')
  await expect(run()).rejects.toThrow(
    'The database was not migrated: stalls/functions.sql failed: function nobody() does not exist',
  )
  expect(await valueOf(sql`select to_regclass('traders')`)).toBeNull()
  expect(await greeting()).toBe('Akwaaba')
})

test('functions run after a migration without a transaction', async () => {
  write(
    'migrations/0002_index.sql',
    '-- no-transaction\ncreate index concurrently stalls_index on stalls (id);\n',
  )
  expect(await run()).toEqual([BASELINE, '0002_index.sql', GREETING])
})

test('processes that start together replace a function once', async () => {
  await run()
  write(`domains/${GREETING}`, greet('Welcome'))
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat()).toEqual([GREETING])
})

test('an older version restores its functions unless a migration has run', async () => {
  await run()
  write(`domains/${GREETING}`, greet('Welcome'))
  await run()
  write(`domains/${GREETING}`, greet('Akwaaba'))
  expect(await run()).toEqual([GREETING])
  expect(await greeting()).toBe('Akwaaba')

  write('migrations/0002_traders.sql', 'create table traders ();')
  write(`domains/${GREETING}`, greet('Welcome'))
  await run()
  remove('migrations/0002_traders.sql')
  write(`domains/${GREETING}`, greet('Akwaaba'))
  await expect(run()).rejects.toThrow('older than its database')
  expect(await greeting()).toBe('Welcome')
})
