import { NOTIFICATIONS_PER_PAGE } from '#contract/limits.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { Context } from '#server/context.ts'
import { ownPath } from '#contract/own-path.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import {
  countUnread,
  deleteOne,
  restoreOne,
  type NotificationRow,
  selectNotifications,
  updateAllRead,
  updateRead,
} from './notification-list-queries.ts'

const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  type: row.type as Notification['type'],
  content: row.content,
  read: row.read,
  // Links to other sites are removed.
  actionUrl: row.action_url !== null && ownPath(row.action_url) === row.action_url ? row.action_url : null,
  createdAt: row.created_at,
})

interface OwnNotification {
  userId: string
  id: string
}
type Deps = Pick<Context, 'db' | 'unreadBadges'>

/** Other people's notifications look nonexistent to the caller. */
function requireChanged({ unreadBadges }: Deps, userId: string, outcome: { wasUnread: boolean } | undefined) {
  if (!outcome) throw new AppError('notification-not-found')
  if (outcome.wasUnread) unreadBadges.update(userId)
}

export async function listNotifications(
  { ownReads }: Pick<Context, 'ownReads'>,
  { userId, cursor, limit = NOTIFICATIONS_PER_PAGE }: { userId: string; cursor?: string; limit?: number },
) {
  const rows = await selectNotifications(ownReads, userId, parseNewestCursor(cursor), limit + 1)
  return newestPage(rows, limit, toNotification)
}

export const countUnreadNotifications = (
  { ownReads }: Pick<Context, 'ownReads'>,
  { userId }: { userId: string },
): Promise<number> => countUnread(ownReads, userId)

/** Throws notification-not-found. */
export async function markNotificationRead(deps: Deps, { userId, id }: OwnNotification): Promise<void> {
  requireChanged(deps, userId, await updateRead(deps.db, userId, id))
}

export async function markAllNotificationsRead(
  { db, unreadBadges }: Deps,
  { userId }: { userId: string },
): Promise<void> {
  if ((await updateAllRead(db, userId)) > 0) unreadBadges.update(userId)
}

/** Throws notification-not-found. */
export async function deleteNotification(deps: Deps, { userId, id }: OwnNotification): Promise<void> {
  requireChanged(deps, userId, await deleteOne(deps.db, userId, id))
}

/** Works for some minutes after the deletion. Throws notification-not-found. */
export async function restoreNotification(deps: Deps, { userId, id }: OwnNotification): Promise<void> {
  const restored = await restoreOne(deps.db, userId, id)
  requireChanged(deps, userId, restored && { wasUnread: restored.isUnread })
}
