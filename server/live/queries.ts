import { sql } from 'kysely'
import type { Presence } from '#contract/conversations.ts'
import type { Database } from '#server/db/connect.ts'

/** As many ids as one notification of 8,000 bytes holds. */
export const PEOPLE_AT_ONCE = 200
export const PRESENCE_CHANNEL = 'presence_changed'
export const MISSED_CHANNEL = 'live_missed'

export async function notifyMissed(db: Database): Promise<void> {
  await sql`select pg_notify(${MISSED_CHANNEL}, '')`.execute(db)
}

export async function notifyPresence(db: Database, personIds: readonly string[]): Promise<void> {
  for (let start = 0; start < personIds.length; start += PEOPLE_AT_ONCE) {
    const payload = personIds.slice(start, start + PEOPLE_AT_ONCE).join(',')
    await sql`select pg_notify(${PRESENCE_CHANNEL}, ${payload})`.execute(db)
  }
}

/** False when the process was not known (any more), so that its presences are gone as well. */
export async function beat(db: Database, processId: string): Promise<boolean> {
  const { rows } = await sql<{ was_known: boolean }>`
    insert into live_processes (id) values (${processId})
    on conflict (id) do update set beat_at = now()
    returning xmax <> 0 as was_known`.execute(db)
  return rows[0]?.was_known === true
}

/** At most PEOPLE_AT_ONCE. Whoever was nowhere before is told about. */
export async function insertPresences(
  db: Database,
  processId: string,
  personIds: readonly string[],
): Promise<void> {
  await sql`
    with entered as (
      insert into presences (user_id, process_id)
      select id, ${processId}::uuid from unnest(${personIds}::uuid[]) id
      on conflict do nothing returning user_id
    ), news as (
      select string_agg(user_id::text, ',') as ids from entered e
      where not exists (
        select from presences p where p.user_id = e.user_id and p.process_id <> ${processId}::uuid
      )
    )
    select pg_notify(${PRESENCE_CHANNEL}, ids) from news where ids is not null`.execute(db)
}

/**
 * At most PEOPLE_AT_ONCE. Two statements on purpose: of two processes that are left at once, the one whose rows
 * go last sees that nothing remains.
 */
export async function deletePresences(
  db: Database,
  processId: string,
  personIds: readonly string[],
): Promise<void> {
  await sql`
    delete from presences
    where process_id = ${processId} and user_id = any(${personIds}::uuid[])`.execute(db)
  await sayWhoLeft(db, personIds)
}

/** Keeps when they were seen last, and tells, of those who are nowhere any more. */
async function sayWhoLeft(db: Database, personIds: readonly string[], seenAt?: string): Promise<void> {
  await sql`
    with gone as (
      update profiles set last_seen_at = coalesce(${seenAt ?? null}::timestamptz, now())
      where id = any(${personIds}::uuid[])
        and not exists (select from presences p where p.user_id = profiles.id)
      returning id
    ), news as (select string_agg(id::text, ',') as ids from gone)
    select pg_notify(${PRESENCE_CHANNEL}, ids) from news where ids is not null`.execute(db)
}

/** Removes what processes left behind that have not been heard of for so long. */
export async function removeDeadProcesses(db: Database, deadAfterMilliseconds: number): Promise<void> {
  const { rows: dead } = await sql<{ id: string; beat_at: string }>`
    select id, beat_at from live_processes
    where beat_at < now() - make_interval(secs => ${deadAfterMilliseconds / 1000})`.execute(db)
  for (const { id, beat_at } of dead) {
    // Its beat may have come back meanwhile.
    const { rows } = await sql<{ user_id: string }>`
      with process as (delete from live_processes where id = ${id} and beat_at = ${beat_at} returning id)
      select user_id from presences p, process where p.process_id = process.id`.execute(db)
    const people = rows.map((row) => row.user_id)
    for (let start = 0; start < people.length; start += PEOPLE_AT_ONCE) {
      await sayWhoLeft(db, people.slice(start, start + PEOPLE_AT_ONCE), beat_at)
    }
  }
}

/** Null for those who hide it; those who have left are absent. */
export async function selectPresences(
  db: Database,
  personIds: readonly string[],
): Promise<Map<string, Presence>> {
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
    .where('id', 'in', [...personIds])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      row.shows_presence ? { isOnline: Boolean(row.is_online), lastSeenAt: row.last_seen_at } : null,
    ]),
  )
}
