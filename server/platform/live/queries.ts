import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/** Number of ids that fit into one notification of 8,000 bytes. */
export const USERS_PER_BATCH = 200
export const PRESENCE_CHANNEL = 'presence_changed'
export const MISSED_CHANNEL = 'live_missed'

export async function notifyMissed(db: Database): Promise<void> {
  await sql`select pg_notify(${MISSED_CHANNEL}, '')`.execute(db)
}

export async function notifyPresence(db: Database, userIds: readonly string[]): Promise<void> {
  for (let start = 0; start < userIds.length; start += USERS_PER_BATCH) {
    const payload = userIds.slice(start, start + USERS_PER_BATCH).join(',')
    await sql`select pg_notify(${PRESENCE_CHANNEL}, ${payload})`.execute(db)
  }
}

/** Records a heartbeat. Returns false if the process had no row, and therefore has no presences either. */
export async function heartbeat(db: Database, processId: string): Promise<boolean> {
  const { rows } = await sql<{ was_known: boolean }>`
    insert into live_processes (id) values (${processId})
    on conflict (id) do update set beat_at = now()
    returning xmax <> 0 as was_known`.execute(db)
  return rows[0]?.was_known === true
}

/**
 * Adds presences of at most USERS_PER_BATCH users. Notifies of users who were not connected to any process before.
 */
export async function insertPresences(db: Database, processId: string, userIds: readonly string[]) {
  await sql`
    with entered as (
      insert into presences (user_id, process_id)
      select id, ${processId}::uuid from unnest(${userIds}::uuid[]) id
      on conflict do nothing returning user_id
    ), changed as (
      select string_agg(user_id::text, ',') as ids from entered e
      where not exists (
        select from presences p where p.user_id = e.user_id and p.process_id <> ${processId}::uuid
      )
    )
    select pg_notify(${PRESENCE_CHANNEL}, ids) from changed where ids is not null`.execute(db)
}

/**
 * Deletes presences of at most USERS_PER_BATCH users. Two statements are needed: if a user leaves two processes at
 * once, the one that deletes its row last sees that none remain.
 */
export async function deletePresences(db: Database, processId: string, userIds: readonly string[]) {
  await sql`
    delete from presences
    where process_id = ${processId} and user_id = any(${userIds}::uuid[])`.execute(db)
  await updateLastSeen(db, userIds)
}

/** Stores the last-seen time of users who are no longer connected anywhere, and notifies of them. */
async function updateLastSeen(db: Database, userIds: readonly string[], seenAt?: string): Promise<void> {
  await sql`
    with gone as (
      update profiles set last_seen_at = coalesce(${seenAt ?? null}::timestamptz, now())
      where id = any(${userIds}::uuid[])
        and not exists (select from presences p where p.user_id = profiles.id)
      returning id
    ), changed as (select string_agg(id::text, ',') as ids from gone)
    select pg_notify(${PRESENCE_CHANNEL}, ids) from changed where ids is not null`.execute(db)
}

/** Removes the rows of processes without a heartbeat for `deadAfterMs`. */
export async function removeDeadProcesses(db: Database, deadAfterMs: number): Promise<void> {
  const { rows: dead } = await sql<{ id: string; beat_at: string }>`
    select id, beat_at from live_processes
    where beat_at < now() - make_interval(secs => ${deadAfterMs / 1000})`.execute(db)
  for (const { id, beat_at } of dead) {
    // The delete compares `beat_at`, because the heartbeat may have resumed in between.
    const { rows } = await sql<{ user_id: string }>`
      with process as (delete from live_processes where id = ${id} and beat_at = ${beat_at} returning id)
      select user_id from presences p, process where p.process_id = process.id`.execute(db)
    const users = rows.map((row) => row.user_id)
    for (let start = 0; start < users.length; start += USERS_PER_BATCH) {
      await updateLastSeen(db, users.slice(start, start + USERS_PER_BATCH), beat_at)
    }
  }
}

/** Presences by user; null for users who hide theirs. Deleted users are missing. */
export async function selectPresences(db: Database, userIds: readonly string[]) {
  const rows = await db
    .selectFrom('profiles')
    .select(({ exists, selectFrom }) => [
      'id',
      'shows_presence',
      'last_seen_at',
      exists(selectFrom('presences').select('user_id').whereRef('presences.user_id', '=', 'profiles.id')).as(
        'is_online',
      ),
    ])
    .where('id', 'in', [...userIds])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      row.shows_presence ? { isOnline: Boolean(row.is_online), lastSeenAt: row.last_seen_at } : null,
    ]),
  )
}
