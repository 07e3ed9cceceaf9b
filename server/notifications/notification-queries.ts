import { sql } from 'kysely'
import type { NotificationType } from '#contract/notifications/notification-types.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { MAIL_DELAY_MINUTES } from './delays.ts'

export interface NewNotification {
  /** Ids of people; those whose account has been deleted in the meantime are left out. */
  to: readonly string[]
  type: NotificationType
  /** Plain text; cut to 1,000 characters. */
  content: string
  /** A path on this site. */
  actionUrl: string | null
  /** The review that it is about; deleting the review deletes the notification. */
  reviewId?: string
  /**
   * The person who caused it: people of whom one has blocked the other get no notifications about each other.
   */
  causedBy?: string
  /** True to send it even if the same text was sent within a day. */
  mayRepeat?: boolean
  /** True if a separate e-mail contains the same, so that the digest leaves it out. */
  isMailed?: boolean
}

/**
 * Notifies people who chose any channel for its type: due by push at once and by e-mail after ten minutes.
 */
export async function insertNotifications(tx: Database, notification: NewNotification): Promise<string[]> {
  const { to, type, content, actionUrl, reviewId = null, causedBy = null, isMailed = false } = notification
  const mayRepeat = notification.mayRepeat === true || type === 'system' || reviewId !== null
  const { rows } = await sql<{ id: string }>`
    insert into notifications
      (user_id, type, content, action_url, review_id, in_app, push_at, mail_at, emailed_at)
    select
      p.id, ${type}, left(${content}, 1000), ${actionUrl}, ${reviewId}::uuid, w.in_app,
      case when w.push then now() end,
      case when w.email and not ${isMailed} then now() + make_interval(mins => ${sql.lit(MAIL_DELAY_MINUTES)}) end,
      case when ${isMailed} then now() end
    from profiles p, notification_channels(p.id, ${type}) w
    where p.id = any(${[...new Set(to)]}::uuid[]) and (w.in_app or w.push or w.email)
      and (${causedBy}::uuid is null or block_between(p.id, ${causedBy}::uuid) is null)
      -- The same text about the same thing is sent once a day, unless it concerns the account.
      and (${mayRepeat} or not exists (
        select from notifications n
        where n.user_id = p.id and n.created_at > now() - interval '1 day' and n.type = ${type}
          and n.content = left(${content}, 1000) and n.action_url is not distinct from ${actionUrl}
      ))
    order by p.id
    -- Accounts that are being deleted at this moment are also left out.
    for key share of p
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The people whose badges change, and whether any notification is due by push. */
export async function selectDelivery(db: Database, notificationIds: readonly string[]) {
  const rows = await db
    .selectFrom('notifications')
    .select(['user_id', 'in_app', 'push_at'])
    .where('id', 'in', notificationIds)
    .execute()
  const listed = rows.filter((row) => row.in_app)
  return {
    personIds: [...new Set(listed.map((row) => row.user_id))],
    hasPushes: rows.some((row) => row.push_at !== null),
  }
}

/** Removes the marks of at most `limit` notifications that are due by push. Returns their ids. */
export async function claimPushes(
  tx: Database,
  { only, limit }: { only?: readonly string[]; limit: number },
): Promise<string[]> {
  const ids = only === undefined ? sql`true` : sql`id = any(${[...only]}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from notifications where push_at <= now() and ${ids}
      order by push_at limit ${sql.lit(limit)} for update skip locked
    )
    update notifications n set push_at = null from due where n.id = due.id
    returning n.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the people whose unread count changed. */
export async function deleteNotificationsOfReview(tx: Database, reviewId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('notifications')
    .where('review_id', '=', reviewId)
    .returning(['user_id', sql<boolean>`in_app and not read`.as('was_counted')])
    .execute()
  return rows.filter((row) => row.was_counted).map((row) => row.user_id)
}

/** People with unread notifications about reviews of these products, which are deleted with the products. */
export async function selectReviewNotificationReaders(
  tx: Database,
  of: { productId: string } | { sellerId: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('notifications as n')
    .innerJoin('product_reviews as r', 'r.id', 'n.review_id')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select('n.user_id')
    .distinct()
    .where((eb) => ('productId' in of ? eb('p.id', '=', of.productId) : eb('p.seller_id', '=', of.sellerId)))
    .where('n.in_app', '=', true)
    .where('n.read', '=', false)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
