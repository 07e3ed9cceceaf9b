import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

export interface Trace {
  account_id: string
  kind: 'device' | 'address'
  hash: Buffer
}

/** Updated at most once an hour, so that refreshes cost almost nothing. */
export const upsertTraces = (db: Database, traces: Trace[]) =>
  db
    .insertInto('access_traces')
    .values(traces)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'hash'])
        .doUpdateSet({ seen_at: sql`now()` })
        .where('access_traces.seen_at', '<', sql<string>`now() - interval '1 hour'`),
    )
    .execute()

export interface Sharer {
  id: string
  /** False if the two share an address alone. */
  is_by_device: boolean
}

/** Those of `others` who share a device or an address with the account. */
export async function selectSharersAmong(
  db: Database,
  accountId: string,
  others: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from people_sharing_access(${accountId}) where id = any(${others}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function selectSharers(db: Database, accountId: string, limit: number): Promise<Sharer[]> {
  const { rows } = await sql<Sharer>`
    select * from people_sharing_access(${accountId}) limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export const deleteOldTraces = (db: Database) =>
  db
    .deleteFrom('access_traces')
    .where('seen_at', '<', sql<string>`now() - ${STORAGE_TIMES.accessTraces}::interval`)
    .execute()
