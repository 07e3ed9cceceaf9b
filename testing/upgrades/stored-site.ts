import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type Secrets, secretsFrom } from '#server/platform/process/secrets.ts'
import { DOMAIN_SQL } from '#server/prepare-database.ts'
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'

const FOLDER = join(import.meta.dirname, '0.2.0')

export interface StoredSite {
  database: TestDatabase
  /** Every row of the tables that the site filled. */
  readRows(): Promise<Record<string, Row[]>>
  /** Folder with its photos. */
  photos: string
  secrets: Secrets
  close(): Promise<void>
}

export type Row = Record<string, unknown>

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

function readStored(): Map<string, Row[]> {
  const lines = read('rows.jsonl').trim().split('\n')
  const pairs = lines.map((line) => JSON.parse(line) as [string, Row])
  const byTable = Map.groupBy(pairs, ([table]) => table)
  return new Map([...byTable].map(([table, rows]) => [table, rows.map(([, row]) => row)]))
}

interface Person {
  id: string
  email: string
  cookies: Record<string, string>
}

/** Secrets that the site's people know, such as their password. */
export const KNOWN = JSON.parse(read('known.json')) as {
  at: string
  password: string
  people: { abena: Person; kwame: Person; efua: Person & { totpSecret: string }; yaw: Person }
  products: Record<'phone' | 'sofa' | 'laptop' | 'draft', string>
  conversation: string
}

/** The site of version 0.2.0 on a new database and in a new folder, as if it had just been stopped. */
export async function restoreStoredSite(): Promise<StoredSite> {
  const database = await createEmptyDatabase()
  const stored = readStored()
  await restoreRows(database.url, stored)
  const photos = createTemporaryFolder('sankofa-stored-')
  cpSync(join(FOLDER, 'photos'), photos, { recursive: true })
  return {
    database,
    async readRows() {
      const tables: Record<string, Row[]> = {}
      for (const table of stored.keys()) {
        const { rows } = await sql<{
          row: Row
        }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(database.db)
        tables[table] = rows.map(({ row }) => row)
      }
      return tables
    },
    photos,
    secrets: secretsFrom(Buffer.from(read('secret.key'), 'base64')),
    async close() {
      await database.close()
      rmSync(photos, { recursive: true, force: true })
    },
  }
}

async function restoreRows(url: string, stored: Map<string, Row[]>): Promise<void> {
  const own = new pg.Client(url)
  await own.connect()
  for (const file of DOMAIN_SQL.baseline)
    await own.query(readFileSync(join(DOMAIN_SQL.directory, file), 'utf8'))
  await own.query(
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())',
  )
  await own.end()
  const superuser = new URL(url)
  superuser.username = new URL(inject('adminUrl')).username
  const client = new pg.Client(superuser.href)
  await client.connect()
  await client.query('begin')
  // Foreign keys are not checked, because the rows are consistent.
  await client.query('set local session_replication_role = replica')
  for (const [table, rows] of stored) await restoreTable(client, table, rows)
  await client.query('commit')
  await client.end()
}

/** Shifts times to the present, because sessions would have expired long ago. */
async function restoreTable(client: pg.Client, table: string, rows: Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).map((name) => pg.escapeIdentifier(name))
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
  if (later.length > 0) await client.query(`update ${table} set ${later.join(', ')}`, [KNOWN.at])
}
