import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { MIGRATIONS } from '#server/platform/db/migrate.ts'
import { type Secrets, secretsFrom } from '#server/platform/process/secrets.ts'
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'

export interface EarlierSite {
  database: TestDatabase
  photos: string
  secrets: Secrets
  close(): Promise<void>
}

type Row = Record<string, unknown>

const folderOf = (version: string) => join(import.meta.dirname, version)

const read = (version: string, file: string) => readFileSync(join(folderOf(version), file), 'utf8')

/** Of a stored site: what its people know, such as their passwords. */
export const readKnown = <Known>(version: string): Known => JSON.parse(read(version, 'known.json')) as Known

function readRows(version: string): Map<string, Row[]> {
  const lines = read(version, 'rows.jsonl').trim().split('\n')
  const pairs = lines.map((line) => JSON.parse(line) as [string, Row])
  const byTable = Map.groupBy(pairs, ([table]) => table)
  return new Map([...byTable].map(([table, rows]) => [table, rows.map(([, row]) => row)]))
}

/** A site of an earlier version on a database and in a folder of its own, as if it had been stopped a moment ago. */
export async function restoreSite(version: string): Promise<EarlierSite> {
  const database = await createEmptyDatabase()
  await restoreRows(database.url, version)
  const photos = createTemporaryFolder(`sankofa-${version}-`)
  cpSync(join(folderOf(version), 'photos'), photos, { recursive: true })
  return {
    database,
    photos,
    secrets: secretsFrom(Buffer.from(read(version, 'secret.key'), 'base64')),
    async close() {
      await database.close()
      rmSync(photos, { recursive: true, force: true })
    },
  }
}

async function restoreRows(url: string, version: string): Promise<void> {
  const rows = readRows(version)
  const own = new pg.Client(url)
  await own.connect()
  await createTables(own, rows.get('schema_migrations') ?? [])
  await own.end()
  const superuser = new URL(url)
  superuser.username = new URL(inject('adminUrl')).username
  const client = new pg.Client(superuser.href)
  await client.connect()
  await client.query('begin')
  // Neither triggers nor foreign keys: the rows are as they were.
  await client.query('set local session_replication_role = replica')
  const { at } = readKnown<{ at: string }>(version)
  for (const [table, each] of rows) await restoreTable(client, { table, rows: each, at })
  await client.query('commit')
  await client.end()
}

/** By that version's own migrations, which nobody changes: their checksums come with the rows. */
async function createTables(client: pg.Client, applied: Row[]): Promise<void> {
  for (const name of applied.map((row) => String(row.name)).toSorted())
    await client.query(readFileSync(join(MIGRATIONS, name), 'utf8'))
  await client.query(`create table schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`)
}

/** What is kept was written at `at`; sessions and jobs would have ended long ago, so the times follow the present. */
async function restoreTable(
  client: pg.Client,
  { table, rows, at }: { table: string; rows: Row[]; at: string },
): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).map((name) => pg.escapeIdentifier(name))
  await client.query(`delete from ${table}`)
  await client.query(
    `insert into ${table} (${names.join(', ')}) overriding system value
    select ${names.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
  const { rows: times } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
    where attrelid = $1::regclass and atttypid = 'timestamptz'::regtype and attnum > 0 and attgenerated = ''`,
    [table],
  )
  const later = times.map(({ name }) => `${name} = ${name} + (now() - $1::timestamptz)`)
  if (later.length > 0) await client.query(`update ${table} set ${later.join(', ')}`, [at])
}
