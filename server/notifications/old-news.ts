import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

const ROWS_AT_ONCE = 5000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

interface Step {
  /** Null when there was nothing left to look at. */
  last: string | null
  /** Whose number of unread ones is another now. */
  people: string[]
}

/**
 * An id tells when its row was written, so the youngest are not looked at; a message's is dated anew with the
 * conversation, so `created_at` decides.
 */
async function deleteSome(db: Database, after: string, rowsAtOnce: number): Promise<Step> {
  const { rows } = await sql<Step>`
    with looked_at as materialized (
      select id from notifications
      where id > ${after}::uuid and id < (select uuidv7(interval '-7 days'))
      order by id limit ${rowsAtOnce}
    ), gone as (
      delete from notifications n using looked_at l
      where n.id = l.id and (
        (not n.in_app and n.created_at < now() - interval '7 days')
        or (n.read and n.created_at < now() - interval '90 days')
        or n.created_at < now() - interval '1 year'
      )
      returning n.user_id, n.in_app and not n.read as was_counted
    )
    select
      (select id from looked_at order by id desc limit 1) as last,
      array(select distinct user_id from gone where was_counted) as people`.execute(db)
  return rows[0] ?? { last: null, people: [] }
}

interface OldNewsParts {
  db: Database
  onUnreadChanged: (userId: string) => void
}

/** What was listed nowhere goes after a week, what was read after 90 days, everything after a year. */
export async function deleteOldNews(
  { db, onUnreadChanged }: OldNewsParts,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  for (let after: string | null = BEFORE_ALL; after !== null;) {
    const step: Step = await deleteSome(db, after, rowsAtOnce)
    for (const personId of step.people) onUnreadChanged(personId)
    after = step.last
  }
}
