import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts'
import { BASELINE, migrate } from './migrate.ts'

const TABLE =
  'create table stalls (id int primary key, trader text);\ninsert into stalls values (1, $$Ama$$);'
const INDEX = `-- no-transaction
drop index concurrently if exists stalls_by_trader;
create index concurrently stalls_by_trader on stalls (trader);
`

let database: TestDatabase
let directory: string

const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
const run = () => migrate(database.url, { directory })
const valuesOf = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
  (await query.execute(database.db)).rows.map((row) => Object.values(row)[0])
const tables = () => valuesOf(sql`select relname from pg_class where relname like 'stall%' order by 1`)
const recorded = () => valuesOf(sql`select name from schema_migrations order by 1`)

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sankofa-migrations-'))
  database = await createEmptyDatabase()
})
afterEach(async () => {
  await database.close()
  rmSync(directory, { recursive: true })
})

test('migrations run once and in order, and other files are ignored', async () => {
  write('0002_more.sql', 'alter table stalls add place text;')
  write('0001_stalls.sql', TABLE)
  write('notes.sql', 'drop table stalls;')
  expect(await run()).toEqual(['0001_stalls.sql', '0002_more.sql'])
  expect(await run()).toEqual([])
  expect(await valuesOf(sql`select trader from stalls`)).toEqual(['Ama'])
})

describe('the baseline', () => {
  const baseline = ['goods/computed.sql', 'stalls/schema.sql', 'goods/schema.sql']
  const runAll = () =>
    migrate(database.url, {
      directory,
      domains: { directory: join(directory, 'domains'), values: {}, baseline },
    })

  beforeEach(() => {
    for (const domain of ['goods', 'stalls'])
      mkdirSync(join(directory, 'domains', domain), { recursive: true })
    write('domains/stalls/schema.sql', TABLE)
    write(
      'domains/goods/computed.sql',
      'create or replace function fee(price int) returns int immutable return price / 10;',
    )
    write(
      'domains/goods/schema.sql',
      'create table goods (stall int references stalls, price int, fee int generated always as (fee(price)) stored);',
    )
  })

  test('creates the tables of an empty database once, in the declared order, before migrations', async () => {
    write('0001_more.sql', 'alter table stalls add place text;')
    expect(await runAll()).toEqual([BASELINE, '0001_more.sql'])
    expect(await recorded()).toEqual([BASELINE, '0001_more.sql'])
    expect(await runAll()).toEqual([])
    write(
      'domains/goods/computed.sql',
      'create or replace function fee(price int) returns int immutable return price / 5;',
    )
    expect(await runAll()).toEqual(['goods/computed.sql'])
  })

  test('names the failing file and leaves nothing', async () => {
    write('domains/goods/schema.sql', 'create table goods (stall int references shops);')
    await expect(runAll()).rejects.toThrow(
      'The database was not migrated: goods/schema.sql failed: relation "shops" does not exist. It is unchanged, and running processes continue.',
    )
    expect(await tables()).toEqual([])
  })

  test('refuses a changed schema.sql', async () => {
    await runAll()
    write('domains/stalls/schema.sql', `${TABLE}\n`)
    await expect(runAll()).rejects.toThrow(
      'Migration 0000_baseline was changed after this database had run it',
    )
  })

  test('refuses a database from before the baseline', async () => {
    write('0001_stalls.sql', TABLE)
    await run()
    await expect(runAll()).rejects.toThrow(
      'This database was made by a version before 0.2.0, which cannot be upgraded.',
    )
    expect(await recorded()).toEqual(['0001_stalls.sql'])
  })
})

test('a changed migration is refused, but line ends may differ', async () => {
  write('0001_stalls.sql', TABLE)
  await run()
  write('0001_stalls.sql', TABLE.replace('\n', '\r\n'))
  expect(await run()).toEqual([])
  write('0001_stalls.sql', `${TABLE}\n`)
  write('0002_more.sql', 'create table stalls_more ()')
  await expect(run()).rejects.toThrow(/0001_stalls\.sql was changed after this database had run it/)
  expect(await tables()).not.toContain('stalls_more')
})

test('code older than the database is refused with both versions named', async () => {
  write('0001_stalls.sql', TABLE)
  write('0003_more.sql', 'create table stall_owners ()')
  await run()
  rmSync(join(directory, '0003_more.sql'))
  write('0002_other.sql', 'create table stalls_more ()')
  await expect(run()).rejects.toThrow(
    /knows migrations up to 0002_other\.sql, the database has 0003_more\.sql/,
  )
  expect(await tables()).not.toContain('stalls_more')
})

test('a failing migration undoes its own start but no earlier one', async () => {
  write('0001_stalls.sql', TABLE)
  await run()
  write('0002_more.sql', 'create table stalls_more ();')
  write('0003_broken.sql', 'create table stall_owners ();\nselect 1 / 0;')
  await expect(run()).rejects.toThrow(
    'The database was not migrated: 0003_broken.sql failed: division by zero. It is unchanged, and running processes continue.',
  )
  expect(await tables()).toEqual(['stalls', 'stalls_pkey'])
  expect(await recorded()).toEqual(['0001_stalls.sql'])
  write('0003_broken.sql', 'create table stall_owners ();')
  expect(await run()).toEqual(['0002_more.sql', '0003_broken.sql'])
})

test('a concurrent index that failed half-way is built again by the next run', async () => {
  write('0001_stalls.sql', `${TABLE}\ninsert into stalls values (2, 'Ama');`)
  write('0002_index.sql', INDEX.replace('create index', 'create unique index'))
  await expect(run()).rejects.toThrow(
    /could not create unique index.* It is as 0002_index\.sql left it, which runs without a transaction\./,
  )
  expect(await recorded()).toEqual(['0001_stalls.sql'])
  await sql`delete from stalls where id = 2`.execute(database.db)
  expect(await run()).toEqual(['0002_index.sql'])
  expect(
    await valuesOf(sql`select indisvalid from pg_index where indexrelid = 'stalls_by_trader'::regclass`),
  ).toEqual([true])
})

test('a locked table is retried with short waits, so readers are not blocked', async () => {
  write('0001_stalls.sql', TABLE)
  await run()
  write('0002_more.sql', 'alter table stalls add place text;')
  const holder = await holdTable('stalls')
  const migrating = run()
  await waitUntilBlocked()
  // This read is queued behind the migrator until that gives up.
  expect(await valuesOf(sql`select trader from stalls`)).toEqual(['Ama'])
  await holder.end()
  expect(await migrating).toEqual(['0002_more.sql'])
})

test('a table that stays locked fails the start with its name', async () => {
  write('0001_stalls.sql', TABLE)
  await run()
  write('0002_more.sql', 'alter table stalls add place text;')
  const holder = await holdTable('stalls')
  await expect(migrate(database.url, { directory, attemptsMilliseconds: 1 })).rejects.toThrow(
    'The database was not migrated: stalls: canceling statement due to lock timeout. It is unchanged, and running processes continue.',
  )
  await holder.end()
  expect(await run()).toEqual(['0002_more.sql'])
})

/** Holds a table as a transaction that has read it and does not end. */
async function holdTable(table: string): Promise<pg.Client> {
  const holder = new pg.Client(database.url)
  await holder.connect()
  await holder.query(`begin; select from ${table}`)
  return holder
}

/** Resolves when the migrator waits for a lock. */
async function waitUntilBlocked(): Promise<void> {
  await expect
    .poll(() =>
      valuesOf(
        sql`select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'sankofa migrate' and wait_event_type = 'Lock'`,
      ),
    )
    .toEqual([1])
}

test('processes that start together share the work', async () => {
  write('0001_stalls.sql', TABLE)
  write('0002_index.sql', INDEX)
  const script = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    const [url, directory] = process.argv.slice(1)
    console.log(JSON.stringify(await migrate(url, { directory })))`
  const outputs = await Promise.all(
    [1, 2, 3, 4].map(
      () =>
        new Promise<string>((resolve) => {
          const child = spawn(process.execPath, [
            '--input-type=module',
            '-e',
            script,
            database.url,
            directory,
          ])
          let output = ''
          child.stdout.on('data', (chunk) => (output += chunk))
          child.stderr.on('data', (chunk) => (output += chunk))
          child.on('close', () => resolve(output.trim()))
        }),
    ),
  )
  expect(outputs.toSorted()).toEqual(['["0001_stalls.sql","0002_index.sql"]', '[]', '[]', '[]'])
})
