import { NOTIFICATIONS_PER_PAGE } from '#contract/limits.ts'
import type { Notification } from '#contract/notifications.ts'
import { ownPath } from '#contract/own-path.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { newestPage, parseNewestCursor } from '#server/db/newest-page.ts'
import {
  countUnread,
  deleteOne,
  type NotificationRow,
  selectNotifications,
  updateAllRead,
  updateRead,
} from './reading-queries.ts'

export type NotificationReading = ReturnType<typeof notificationReading>

interface ReadingParts {
  db: Database
  /** Told whose number of unread ones is another now, for all that person's tabs and devices. */
  onUnreadChanged: (userId: string) => void
}

const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  type: row.type as Notification['type'],
  content: row.content,
  read: row.read,
  // What leads elsewhere leads nowhere.
  actionUrl: row.action_url !== null && ownPath(row.action_url) === row.action_url ? row.action_url : null,
  createdAt: row.created_at,
})

/** What people do with their own notifications; those of others do not exist for them. */
export function notificationReading({ db, onUnreadChanged }: ReadingParts) {
  function afterOne(userId: string, outcome: { wasUnread: boolean } | undefined) {
    if (!outcome) throw new AppError('notification-not-found')
    if (outcome.wasUnread) onUnreadChanged(userId)
  }

  return {
    async list(userId: string, { cursor, limit }: { cursor?: string; limit?: number }) {
      const size = limit ?? NOTIFICATIONS_PER_PAGE
      const rows = await selectNotifications(db, userId, parseNewestCursor(cursor), size + 1)
      return newestPage(rows, size, toNotification)
    },
    countUnread: (userId: string) => countUnread(db, userId),
    /** Refused with `notification-not-found`, as `remove` is. */
    async markRead(userId: string, id: string) {
      afterOne(userId, await updateRead(db, userId, id))
    },
    async markAllRead(userId: string) {
      if ((await updateAllRead(db, userId)) > 0) onUnreadChanged(userId)
    },
    async remove(userId: string, id: string) {
      afterOne(userId, await deleteOne(db, userId, id))
    },
  }
}
