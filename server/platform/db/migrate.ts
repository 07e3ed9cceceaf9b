import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { Database } from './connect.ts'
import { LOCK_WAIT_MILLISECONDS, lockTables, TableHeld, tablesLockedBy } from './lock-tables.ts'
import {
  checksumOf,
  readRepeatable,
  readSql,
  type RepeatableFile,
  runRepeatable,
  SCHEMA_FILE,
  selectChanged,
  type SqlValues,
} from './repeatable-sql.ts'

export const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** Name of the entry for the schema.sql files in a database's list of migrations. */
export const BASELINE = '0000_baseline'

/** Key of the advisory lock; any number that no other program on this database uses. */
const LOCK_KEY = 7_265_401
const POLL_MILLISECONDS = 50
/** Long enough for a job, a dump or a psql session to end. */
const ATTEMPTS_MILLISECONDS = 60_000
const PAUSE_MILLISECONDS = 250
const NO_TRANSACTION = /^-- no-transaction\b/

interface Migration {
  name: string
  text: string
  checksum: string
  /** The baseline's files in order, in place of a text. */
  files?: { name: string; text: string }[]
}

/** The SQL files in the folders of the domains. */
export interface DomainSql {
  directory: string
  /** Values that the repeatable files use. */
  values: SqlValues
  /**
   * The files that create the tables of an empty database, in this order: schema.sql files and the files they need.
   */
  baseline: readonly string[]
}

export interface MigrateOptions {
  directory?: string
  domains?: DomainSql
  /** Time for which migrating is retried while another connection locks a table. */
  attemptsMilliseconds?: number
  report?: (text: string) => void
}

/**
 * Brings the database at `url` up to date and returns the names of the files it ran: the baseline if the database is
 * empty, new migrations in the order of their names, then the repeatable files that changed, all in one transaction.
 * A migration that begins with `-- no-transaction` ends the transaction before it and runs statement by statement
 * (each ends with a semicolon at a line's end). It must be repeatable because it may be interrupted: `drop index
 * concurrently if exists` comes before `create index concurrently`.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { directory = MIGRATIONS, domains, report } = options
  const migrations = await readMigrations(directory, domains)
  const files = domains ? await readRepeatable(domains.directory, domains.values) : []
  const client = new pg.Client({ connectionString: url, application_name: 'sankofa migrate' })
  // A lost connection also fails the current statement, which reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    await waitForLock(client)
    const endsAt = Date.now() + (options.attemptsMilliseconds ?? ATTEMPTS_MILLISECONDS)
    const contended: string[] = []
    for (;;) {
      const pending = await selectPending(client, migrations)
      try {
        return await runAll(client, { pending, files, contended, report })
      } catch (error) {
        if (!isLockConflict(error as Error) || Date.now() > endsAt) throw error
      }
      await sleep(PAUSE_MILLISECONDS)
    }
  } finally {
    await client.end()
  }
}

/** Names of the migrations that the database still lacks. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const applied = new Set(rows.map((row) => row.name))
  return [BASELINE, ...(await migrationNames(MIGRATIONS))].filter((name) => !applied.has(name))
}

/**
 * Throws a BootError if the database at `url` has migrations that this version does not know. Processes that do not
 * migrate, such as commands beside a running site, call this.
 */
export async function requireKnownMigrations(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'sankofa version' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    requireKnown(
      rows.map(({ name }) => name),
      [BASELINE, ...(await migrationNames(MIGRATIONS))],
    )
  } catch (error) {
    // Without this table, no site has ever used the database.
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error
  } finally {
    await client.end()
  }
}

/** SHA-256 of the baseline and of each migration, as databases record them. */
export async function migrationChecksums(domains: DomainSql): Promise<Map<string, string>> {
  const migrations = await readMigrations(MIGRATIONS, domains)
  return new Map(migrations.map(({ name, checksum }) => [name, checksum]))
}

async function migrationNames(directory: string): Promise<string[]> {
  const files = await readdir(directory)
  return files.filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).toSorted()
}

async function readMigrations(directory: string, domains?: DomainSql): Promise<Migration[]> {
  const names = await migrationNames(directory)
  const migrations = names.map(async (name) => {
    const text = await readSql(join(directory, name))
    return { name, text, checksum: checksumOf(text) }
  })
  return Promise.all(domains ? [readBaseline(domains), ...migrations] : migrations)
}

async function readBaseline({ directory, baseline }: DomainSql): Promise<Migration> {
  const files = await Promise.all(
    baseline.map(async (name) => ({ name, text: await readSql(join(directory, name)) })),
  )
  const once = files.filter(({ name }) => SCHEMA_FILE.test(name))
  const checksum = checksumOf(once.map(({ text }) => text).join('\n'))
  return { name: BASELINE, text: '', checksum, files }
}

/** Polls for the lock, because a waiting transaction would deadlock with the holder's CREATE INDEX CONCURRENTLY. */
async function waitForLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      LOCK_KEY,
    ])
    if (rows[0]?.locked) return
    await sleep(POLL_MILLISECONDS)
  }
}

async function selectPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    );
    create table if not exists schema_repeatable (
      name text primary key,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    )`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  requireKnown(
    [...applied.keys()],
    migrations.map(({ name }) => name),
  )
  for (const { name, checksum } of migrations) {
    if ((applied.get(name) ?? checksum) !== checksum) throw changedFile(name)
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Throws a BootError for a database newer than the code, whose schema older code could violate. */
function requireKnown(applied: string[], known: string[]): void {
  if (known.includes(BASELINE) && applied.length > 0 && !applied.includes(BASELINE))
    throw new BootError(
      'This database was made by a version before 0.2.0, which cannot be upgraded. Start with an empty database, or restore a backup of version 0.2.0 or later (DATA_DIR or DATABASE_URL).',
    )
  const unknown = applied.filter((name) => !known.includes(name)).toSorted()
  if (unknown.length === 0) return
  throw new BootError(
    `This version of the program is older than its database: it knows migrations up to ${known.at(-1) ?? 'none'}, the database has ${unknown.at(-1)}. Start the newer version again, or restore a backup from before it (DATA_DIR or DATABASE_URL).`,
  )
}

const changedFile = (name: string) =>
  new BootError(
    `Migration ${name} was changed after this database had run it. Restore the file and put the change into a new one; a disposable database may be dropped instead (DATA_DIR or DATABASE_URL).`,
  )

interface Start {
  pending: Migration[]
  files: RepeatableFile[]
  /** Tables that were locked too long in earlier attempts. They are locked first, as the other process does. */
  contended: string[]
  report?: (text: string) => void
}

async function runAll(client: pg.Client, start: Start): Promise<string[]> {
  const { pending, files, contended, report } = start
  let current = ''
  try {
    const toRun = [...pending, ...(await selectChanged(client, files))]
    await begin(client)
    await lockTables(client, tablesLockedBy(textsInTransaction(toRun)), contended)
    for (const migration of pending) {
      current = migration.name
      report?.(`Migrating the database: ${current}`)
      for (const { name, text } of migration.files ?? []) {
        current = name
        const repeatable = files.find((file) => file.name === name)
        await (repeatable ? runRepeatable(client, repeatable) : client.query(text))
      }
      await runMigration(client, migration)
    }
    const changed = await selectChanged(client, files)
    if (changed.length > 0) report?.(`Updating ${changed.map(({ name }) => name).join(', ')}`)
    for (const file of changed) {
      current = file.name
      await runRepeatable(client, file)
    }
    await client.query('commit')
    return [...pending, ...changed].map(({ name }) => name)
  } catch (error) {
    // A lost connection has already rolled back.
    await client.query('rollback').catch(() => {})
    if (error instanceof TableHeld) contended.unshift(error.table)
    throw failure(current, error as Error, pending)
  }
}

const begin = (client: pg.Client) => client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MILLISECONDS}`)

/** Texts that run before the first one without a transaction. */
function textsInTransaction(files: { text: string }[]): string[] {
  const alone = files.findIndex(({ text }) => NO_TRANSACTION.test(text))
  return (alone === -1 ? files : files.slice(0, alone)).map(({ text }) => text)
}

function failure(name: string, error: Error, pending: Migration[]): BootError {
  const failed = pending.findIndex(
    (migration) => migration.name === name || migration.files?.some((file) => file.name === name),
  )
  const begun = failed === -1 ? pending : pending.slice(0, failed + 1)
  const last = begun.findLast(({ text }) => NO_TRANSACTION.test(text))
  const left = last
    ? `It is as ${last.name} left it, which runs without a transaction`
    : 'It is unchanged, and running processes continue'
  const what = name ? `${name} failed: ${error.message}` : error.message
  return new BootError(`The database was not migrated: ${what}. ${left}.`, { cause: error })
}

const UNDEFINED_TABLE = '42P01'
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

function isLockConflict({ cause }: { cause?: unknown }): boolean {
  const { code } = (cause instanceof TableHeld ? cause.cause : cause) as { code?: string }
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK
}

async function runMigration(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  const isAlone = NO_TRANSACTION.test(text)
  if (isAlone) await client.query('commit')
  for (const statement of isAlone ? text.split(/;[ \t]*$/m) : [text])
    if (statement.trim()) await client.query(statement)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  if (isAlone) await begin(client)
}
