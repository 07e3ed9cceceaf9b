import * as z from 'zod/mini'
import { NOTIFICATION_TYPES } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { NOTIFICATIONS_PER_PAGE_MAX } from './limits.ts'
import { Cursor, pageOf } from './page.ts'

export const Notification = z.object({
  id: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  content: z.string(),
  read: z.boolean(),
  /** An own path, to which 'View' leads; null where there is nothing to see. */
  actionUrl: z.nullable(z.string()),
  createdAt: z.string(),
})
export type Notification = z.output<typeof Notification>

const Id = z.object({ id: z.uuid('Not a notification id') })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  signedIn: true,
  summary: "The person's notifications, newest first.",
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
})

export const countUnreadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  signedIn: true,
  summary: "How many of the person's notifications are unread.",
  reply: z.object({ count: z.int() }),
})

export const markNotificationRead = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  signedIn: true,
  summary: 'Marks a notification of one’s own as read.',
  params: Id,
  reply: z.object({}),
})

export const markAllNotificationsRead = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  signedIn: true,
  summary: "Marks all of the person's unread notifications as read.",
  reply: z.object({}),
})

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/:id',
  signedIn: true,
  summary: 'Deletes a notification of one’s own.',
  params: Id,
  reply: z.object({}),
})
