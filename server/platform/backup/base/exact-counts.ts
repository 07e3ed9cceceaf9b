import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withAdmin } from './admin-connection.ts'

/** How long a moment is looked for in which nobody writes. */
const PATIENCE_MILLISECONDS = 20_000
const PAUSE_MILLISECONDS = 3

export interface Counted {
  /** Up to here the log holds exactly the rows that were counted. */
  point: string
  lsn: string
  at: string
  /** False where no such moment was found, and rows may have been written in between. */
  isExact: boolean
  tables: Record<string, number>
}

async function valueOf(client: pg.Client, statement: string, values: unknown[] = []): Promise<string> {
  const { rows } = await client.query<{ value: string }>(statement, values)
  return rows[0]?.value ?? ''
}

const SNAPSHOT = 'select pg_current_snapshot()::text as value'
const isQuiet = (snapshot: string) => /^(\d+):\1:$/.test(snapshot)

/**
 * A transaction that sees just what stands in the log before a named point: nobody has a write under way when it
 * begins, nor has begun one when the point is written. Who waits for the disk counts as under way, though it stands in
 * the log already.
 */
async function openMoment(reader: pg.Client, beside: pg.Client) {
  const giveUpAt = Date.now() + PATIENCE_MILLISECONDS
  for (let attempt = 1; ; attempt++) {
    await reader.query('begin isolation level repeatable read')
    const before = await valueOf(reader, SNAPSHOT)
    const point = `sankofa-${Date.now()}-${attempt}`
    const isLast = Date.now() > giveUpAt
    if (isQuiet(before) || isLast) {
      const lsn = await valueOf(reader, 'select pg_create_restore_point($1)::text as value', [point])
      const isExact = isQuiet(before) && (await valueOf(beside, SNAPSHOT)) === before
      if (isExact || isLast) return { point, lsn, isExact, at: new Date().toISOString() }
    }
    await reader.query('rollback')
    await sleep(PAUSE_MILLISECONDS)
  }
}

const TABLES = `
  select c.oid::regclass::text as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'pgboss')
  order by name`

/** Rows of every table that outlives a crash. */
export async function countTables(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  const counts: Record<string, number> = {}
  for (const { name } of rows)
    counts[name] = Number(await valueOf(client, `select count(*)::text as value from ${name}`))
  return counts
}

/** `url` is the superuser's, to the market's database. */
export function countExactly(url: string): Promise<Counted> {
  return withAdmin(url, (reader) =>
    withAdmin(url, async (beside) => {
      const moment = await openMoment(reader, beside)
      const tables = await countTables(reader)
      await reader.query('commit')
      return { ...moment, tables }
    }),
  )
}
