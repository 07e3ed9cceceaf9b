import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'

const ROWS_AT_ONCE = 5000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

interface Step {
  /** Null if no row was left. */
  last: string | null
  /** People whose unread count changed. */
  people: string[]
}

/**
 * The id contains the time of insertion, so rows of the last week are not read. A conversation's later messages
 * reuse its row, so `created_at` decides.
 */
async function deleteSome(db: Database, after: string, rowsAtOnce: number): Promise<Step> {
  const { rows } = await sql<Step>`
    with scanned as materialized (
      select id from notifications
      where id > ${after}::uuid and id < (select uuidv7(interval '-7 days'))
      order by id limit ${sql.lit(rowsAtOnce)}
    ), gone as (
      delete from notifications n using scanned l
      where n.id = l.id and (
        (not n.in_app and n.created_at < now() - ${STORAGE_TIMES.unlistedNotifications}::interval)
        or (n.read and n.created_at < now() - ${STORAGE_TIMES.readNotifications}::interval)
        or n.created_at < now() - ${STORAGE_TIMES.notifications}::interval
      )
      returning n.user_id, n.in_app and not n.read as was_counted
    )
    select
      (select id from scanned order by id desc limit 1) as last,
      array(select distinct user_id from gone where was_counted) as people`.execute(db)
  return rows[0] ?? { last: null, people: [] }
}

/** Deletes removed notifications that can no longer be restored; no unread count includes them. */
async function purgeRemoved(db: Database): Promise<void> {
  let count = 0n
  do {
    const result = await sql`
      delete from notifications where id in (
        select id from notifications
        where deleted_at < now() - interval '1 hour' and not in_app
        limit ${sql.lit(ROWS_AT_ONCE)}
      )`.execute(db)
    count = result.numAffectedRows ?? 0n
  } while (count > 0n)
}

/**
 * Deletes removed notifications once they cannot be restored, those that no list shows after a week, read
 * ones after 90 days, and everything after a year.
 */
export async function deleteOldNotifications(
  { db, unreadBadges }: Pick<Context, 'db' | 'unreadBadges'>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  await purgeRemoved(db)
  for (let after: string | null = BEFORE_ALL; after !== null;) {
    const step: Step = await deleteSome(db, after, rowsAtOnce)
    for (const personId of step.people) unreadBadges.update(personId)
    after = step.last
  }
}
