import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

export interface Trace {
  account_id: string
  kind: 'device' | 'address'
  hash: Buffer
}

/** Updated once an hour at most, so that refreshes cost next to nothing. */
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

/**
 * A device is shared when both accounts were seen on it. An address is shared when both were seen there within a week,
 * unless more than ten accounts were: then it belongs to a phone network or a campus, and proves nothing.
 */
export async function selectSharesAccess(db: Database, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ shares: boolean }>`
    select exists (
      select from access_traces mine
      join access_traces theirs on theirs.kind = mine.kind and theirs.hash = mine.hash
      where mine.account_id = ${one} and theirs.account_id = ${other} and (
        mine.kind = 'device'
        or least(mine.seen_at, theirs.seen_at) > now() - interval '7 days'
          and (
            select count(*) from (
              select from access_traces crowd
              where crowd.kind = 'address' and crowd.hash = mine.hash and crowd.seen_at > now() - interval '7 days'
              limit 11
            ) people
          ) <= 10
      )
    ) as shares`.execute(db)
  return rows[0]?.shares === true
}

export const deleteOldTraces = (db: Database) =>
  db
    .deleteFrom('access_traces')
    .where('seen_at', '<', sql<string>`now() - interval '90 days'`)
    .execute()
