import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/**
 * Time after which a server that does not answer counts as away; with a check every 250 ms, this is noticed within a
 * second.
 */
const TIMEOUT_MS = 500
const NO_PRIVILEGE = '42501'

export interface ReplicaPosition {
  is_replica: boolean
  replayed: number
}

/** Position of a replica in the primary's log, in bytes. */
export async function readReplicaPosition(db: Database): Promise<ReplicaPosition> {
  const { rows } = await sql<ReplicaPosition>`
    select pg_is_in_recovery() as is_replica,
      coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)::bigint as replayed`.execute(db)
  return rows[0] ?? { is_replica: false, replayed: 0 }
}

/** Position of the primary in its log, in bytes. */
export async function readPrimaryPosition(db: Database): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as position`.execute(db)
  return rows[0]?.position ?? 0
}

/** Identity of the database, which replicas share with their primary. Undefined if the user may not read it. */
export async function readIdentity(db: Database): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ identity: string }>`
      select system_identifier::text || '/' || current_database() as identity
      from pg_control_system()`.execute(db)
    return rows[0]?.identity
  } catch (error) {
    if ((error as { code?: string }).code === NO_PRIVILEGE) return undefined
    throw error
  }
}

export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, TIMEOUT_MS, new Error('no answer in time'))
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
