import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withAdmin } from './admin-connection.ts'

/** Maximum wait for a moment without writes. */
const TIMEOUT_MILLISECONDS = 20_000
const PAUSE_MILLISECONDS = 3

export interface Counted {
  /** Restore point; the log before it contains exactly the counted rows. */
  point: string
  lsn: string
  at: string
  /** False if no moment without writes was found, so that the counts may differ from the log. */
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
 * Begins a transaction that sees exactly the writes before a restore point: no write is under way when the
 * transaction begins, and none begins before the point is written. A transaction that waits for the disk counts as
 * under way, although the log already contains it.
 */
async function openMoment(reader: pg.Client, beside: pg.Client) {
  const giveUpAt = Date.now() + TIMEOUT_MILLISECONDS
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

/** Row counts of every table that survives a crash. */
export async function countTables(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  const counts: Record<string, number> = {}
  for (const { name } of rows)
    counts[name] = Number(await valueOf(client, `select count(*)::text as value from ${name}`))
  return counts
}

/** Counts all rows at a restore point. `url` is the superuser's address of the market's database. */
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
