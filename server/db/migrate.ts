import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { BootError } from '#server/boot-error.ts'
import type { Database } from './connect.ts'

export const MIGRATIONS = join(import.meta.dirname, 'migrations')

/** Any number that no other program on this database locks. */
const LOCK_KEY = 7_265_401
const POLL_MILLISECONDS = 50
const NO_TRANSACTION = /^-- no-transaction\b/

interface Migration {
  name: string
  text: string
  checksum: string
}

export interface MigrateOptions {
  directory?: string
  report?: (text: string) => void
}

/**
 * Brings the database at `url` up to date and returns the names of the files that it ran. Files run in the order of
 * their names, each in a transaction of its own. A file that begins with `-- no-transaction` runs statement by
 * statement (each ends with a semicolon at a line's end) and must bear repeating, since it may be interrupted:
 * `drop index concurrently if exists` goes before `create index concurrently`.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.directory ?? MIGRATIONS)
  const client = new pg.Client({ connectionString: url, application_name: 'sankofa migrate' })
  // A lost connection also fails the statement under way, which says so.
  client.on('error', () => {})
  await client.connect()
  try {
    await waitForLock(client)
    return await runPending(client, migrations, options.report)
  } finally {
    await client.end()
  }
}

/** Names of the files that the database still lacks. */
export async function pendingMigrations(db: Database, directory = MIGRATIONS): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const applied = new Set(rows.map((row) => row.name))
  return (await migrationNames(directory)).filter((name) => !applied.has(name))
}

async function migrationNames(directory: string): Promise<string[]> {
  const files = await readdir(directory)
  return files.filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).toSorted()
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = await migrationNames(directory)
  return Promise.all(
    names.map(async (name) => {
      // Git may write other line ends on another machine.
      const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Polls, because a transaction that waits for a lock would deadlock with the holder's CREATE INDEX CONCURRENTLY. */
async function waitForLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      LOCK_KEY,
    ])
    if (rows[0]?.locked) return
    await sleep(POLL_MILLISECONDS)
  }
}

async function runPending(client: pg.Client, migrations: Migration[], report?: (text: string) => void) {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    )`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const { name, checksum } of migrations) {
    if ((applied.get(name) ?? checksum) !== checksum) throw changedFile(name)
  }
  const pending = migrations.filter(({ name }) => !applied.has(name))
  for (const migration of pending) {
    report?.(`Migrating the database: ${migration.name}`)
    await run(client, migration)
  }
  return pending.map(({ name }) => name)
}

const changedFile = (name: string) =>
  new BootError(
    `Migration ${name} was changed after this database had run it. Restore the file and put the change into a new one; a database without worth may be dropped instead (DATA_DIR or DATABASE_URL).`,
  )

async function run(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  const record = () =>
    client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  try {
    if (NO_TRANSACTION.test(text)) {
      for (const statement of text.split(/;[ \t]*$/m)) if (statement.trim()) await client.query(statement)
      await record()
      return
    }
    await client.query('begin')
    await client.query(text)
    await record()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
