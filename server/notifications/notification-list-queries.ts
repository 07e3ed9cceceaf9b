import { sql, type SqlBool } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'

/** Written as in the partial index, which a parameter would not match. */
const unread = sql<SqlBool>`not read`

export type NotificationRow = Awaited<ReturnType<typeof selectNotifications>>[number]

/** Newest first, after `after` if it is set. */
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

/** One more than the highest number that a badge shows. */
const COUNTED = sql.lit(100)

/** Unread counts of all these people, including zeros, up to the badges' limit. */
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

/** Returns undefined if the person has no such notification, otherwise whether it was unread. */
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

/** Returns undefined if the person has no such notification, otherwise whether it was still unread. */
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

/** Time for people to notice that they deleted the wrong one. */
const RESTORABLE = sql.lit('10 minutes')

/**
 * Returns undefined if it can no longer be restored, otherwise whether it is unread. One that is listed again, for
 * example because of the conversation's next message, stays unchanged.
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
