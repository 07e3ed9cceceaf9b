import { sql, type SqlBool } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'

/** As it stands in the partial index, which a parameter would not find. */
const unread = sql<SqlBool>`not read`

export type NotificationRow = Awaited<ReturnType<typeof selectNotifications>>[number]

/** Newest first, after `after` when it is given. */
export function selectNotifications(db: Database, userId: string, after: NewestCursor | null, limit: number) {
  return db
    .selectFrom('notifications')
    .select(['id', 'type', 'content', 'read', 'action_url', 'created_at'])
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(after?.createdAt ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .execute()
}

export async function countUnread(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .where(unread)
    .executeTakeFirstOrThrow()
  return count
}

/** One more than a badge shows as a number. */
const COUNTED = sql.lit(100)

/** Of each of these people, zero as well; no further than badges show. */
export async function countUnreadOf(db: Database, userIds: readonly string[]) {
  const { rows } = await sql<{ user_id: string; unread: number }>`
    select asked.id as user_id, (
      select count(*)::int from (
        select from notifications n where n.user_id = asked.id and n.in_app and not n.read limit ${COUNTED}
      ) counted
    ) as unread
    from unnest(${userIds}::uuid[]) as asked (id)`.execute(db)
  return rows
}

/** Undefined when this person has no such notification; otherwise whether it was unread before. */
export async function updateRead(db: Database, userId: string, id: string) {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read: true })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('read', '=', false)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return { wasUnread: true }
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { wasUnread: false }
}

/** Returns how many were unread. */
export async function updateAllRead(db: Database, userId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read: true })
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .where(unread)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Undefined when this person has no such notification; otherwise whether it was still unread. */
export async function deleteOne(db: Database, userId: string, id: string) {
  const row = await db
    .updateTable('notifications')
    .set(({ not, ref }) => ({
      deleted_at: sql`now()`,
      was_unread: not(ref('read')),
      read: true,
      in_app: false,
      push_at: null,
      mail_at: null,
    }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('in_app', '=', true)
    .returning('was_unread')
    .executeTakeFirst()
  return row && { wasUnread: row.was_unread }
}

/** Long enough for a person who sees at once that it was the wrong one. */
const RESTORABLE = sql.lit('10 minutes')

/**
 * Undefined when there is nothing to bring back any more; otherwise whether it is unread. One that is there, as since
 * the next message of its conversation, stays as it is.
 */
export async function restoreOne(db: Database, userId: string, id: string) {
  const row = await db
    .updateTable('notifications')
    .set({
      deleted_at: null,
      read: sql`case when in_app then read else not was_unread end`,
      in_app: true,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(sql<SqlBool>`(in_app or deleted_at > now() - ${RESTORABLE}::interval)`)
    .returning('read')
    .executeTakeFirst()
  return row && { isUnread: !row.read }
}
