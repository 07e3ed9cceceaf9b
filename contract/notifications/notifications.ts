import * as z from 'zod/mini'
import { NOTIFICATION_TYPE_NAMES } from '#contract/notifications/notification-types.ts'
import { endpoint } from '#contract/endpoint.ts'
import { NOTIFICATIONS_PER_PAGE_MAX } from '#contract/limits.ts'
import { Cursor, pageOf } from '#contract/page.ts'

export const Notification = z.object({
  id: z.string(),
  type: z.enum(NOTIFICATION_TYPE_NAMES),
  content: z.string(),
  read: z.boolean(),
  /** The path that 'View' opens; null if there is nothing to see. */
  actionUrl: z.nullable(z.string()),
  createdAt: z.string(),
})
export type Notification = z.output<typeof Notification>

const Id = z.object({ id: z.uuid('Not a notification id') })

export const notificationsContract = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'signed-in',
    summary: "Lists the person's notifications, newest first.",
    query: z.object({
      cursor: z.optional(Cursor),
      limit: z.optional(
        z.pipe(
          z.pipe(z.string().check(z.regex(/^\d{1,2}$/, 'Must be a whole number')), z.transform(Number)),
          z.number().check(z.minimum(1), z.maximum(NOTIFICATIONS_PER_PAGE_MAX)),
        ),
      ),
    }),
    reply: pageOf(Notification),
  }),
  countUnreadNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'signed-in',
    summary: "Counts the person's unread notifications.",
    reply: z.object({ count: z.int() }),
  }),
  markNotificationRead: endpoint({
    method: 'POST',
    path: '/api/notifications/:id/read',
    access: 'owner',
    summary: "Marks one of the person's notifications as read.",
    params: Id,
    reply: z.object({}),
  }),
  markAllNotificationsRead: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    access: 'signed-in',
    summary: "Marks all of the person's unread notifications as read.",
    reply: z.object({}),
  }),
  deleteNotification: endpoint({
    method: 'DELETE',
    path: '/api/notifications/:id',
    access: 'owner',
    summary: "Deletes one of the person's notifications.",
    params: Id,
    reply: z.object({}),
  }),
  restoreNotification: endpoint({
    method: 'POST',
    path: '/api/notifications/:id/restore',
    access: 'owner',
    summary: "Restores one of the person's notifications that was deleted less than ten minutes ago.",
    params: Id,
    reply: z.object({}),
  }),
}
