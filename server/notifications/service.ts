import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { DELIVER_NOTIFICATIONS } from './delivery.ts'
import {
  deleteNotificationsOfReview,
  insertNotifications,
  type NewNotification,
  selectReviewNotificationReaders,
} from './notification-queries.ts'
import { updateReviewerUnknown, updateWriterUnknown } from './writer-queries.ts'

const NOTIFICATIONS_PER_JOB = 200

/**
 * Runs in the transaction that causes the notification. Messages are the exception: the database writes their
 * notifications together with the message (`notify_of_message`), and the sender's code calls `unreadBadges`
 * and `pushTimer` afterwards. A job delivers, so that nothing is sent before the commit or lost after it.
 */
export async function notify(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Database,
  notification: NewNotification,
): Promise<void> {
  const ids = await insertNotifications(tx, notification)
  const payloads = Array.from({ length: Math.ceil(ids.length / NOTIFICATIONS_PER_JOB) }, (_, index) => ({
    notificationIds: ids.slice(index * NOTIFICATIONS_PER_JOB, (index + 1) * NOTIFICATIONS_PER_JOB),
  }))
  await jobs.enqueueAll(tx, DELIVER_NOTIFICATIONS, payloads)
}

/**
 * Runs in the transaction that deletes a review. Returns the people whose badges to update after the commit.
 */
export async function deleteReviewNotifications(tx: Database, reviewId: string): Promise<string[]> {
  return deleteNotificationsOfReview(tx, reviewId)
}

/**
 * Runs in the transaction that deletes products, before they are deleted. Returns the people whose badges to
 * update after the commit.
 */
export async function listReviewNotificationReaders(
  tx: Database,
  products: { productId: string } | { sellerId: string },
): Promise<string[]> {
  return selectReviewNotificationReaders(tx, products)
}

/** Runs before the person is deleted: notifications about their messages contain their name. */
export async function forgetMessageWriter(tx: Database, personId: string): Promise<void> {
  await updateWriterUnknown(tx, personId)
}

/** Runs before the person is deleted: notifications about their reviews contain their name. */
export async function forgetReviewer(tx: Database, personId: string): Promise<void> {
  await updateReviewerUnknown(tx, personId)
}
