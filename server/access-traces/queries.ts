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

/** An address with more people belongs to a phone network or a campus, and proves nothing. */
const PEOPLE_PER_ADDRESS_MAX = sql.lit(10)
const ADDRESS_AGE = sql.lit('7 days')

export interface Sharer {
  id: string
  /** False if the two share an address alone. */
  is_by_device: boolean
}

/**
 * People who share a device or an address with the account: a device if both were seen on it, an address if
 * both were seen there within a week and few other people use it.
 */
const sharers = (accountId: string) => sql<Sharer>`
  with own as materialized (
    select kind, hash from access_traces mine
    where account_id = ${accountId} and (
      kind = 'device'
      or seen_at > now() - interval ${ADDRESS_AGE}
        and (
          select count(*) from (
            select from access_traces crowd
            where crowd.kind = 'address' and crowd.hash = mine.hash and crowd.seen_at > now() - interval ${ADDRESS_AGE}
            limit ${PEOPLE_PER_ADDRESS_MAX} + 1
          ) people
        ) <= ${PEOPLE_PER_ADDRESS_MAX}
    )
  )
  select theirs.account_id as id, bool_or(kind = 'device') as is_by_device from own join access_traces theirs using (kind, hash)
  where theirs.account_id <> ${accountId} and (kind = 'device' or theirs.seen_at > now() - interval ${ADDRESS_AGE})
  group by theirs.account_id`

/** Those of `others` who share a device or an address with the account. */
export async function selectSharersAmong(
  db: Database,
  accountId: string,
  others: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${sharers(accountId)}) people where id = any(${others}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function selectSharers(db: Database, accountId: string, limit: number): Promise<Sharer[]> {
  const { rows } = await sql<Sharer>`${sharers(accountId)} limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export const deleteOldTraces = (db: Database) =>
  db
    .deleteFrom('access_traces')
    .where('seen_at', '<', sql<string>`now() - ${STORAGE_TIMES.accessTraces}::interval`)
    .execute()
