import type { Hono } from 'hono'
import {
  countUnreadNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '#contract/notifications.ts'
import * as push from '#contract/push.ts'
import type { AddressReader } from '#server/http/client-address.ts'
import { mount } from '#server/http/mount.ts'
import type { NotificationReading } from './reading.ts'
import type { NotificationsService } from './service.ts'

interface RouteParts {
  notifications: NotificationsService
  addressOf: AddressReader
}

export function notificationsRoutes(app: Hono, reading: NotificationReading): void {
  mount(app, listNotifications, ({ query, viewer }) => reading.list(viewer.id, query))
  mount(app, countUnreadNotifications, async ({ viewer }) => ({
    count: await reading.countUnread(viewer.id),
  }))
  mount(app, markAllNotificationsRead, async ({ viewer }) => {
    await reading.markAllRead(viewer.id)
    return {}
  })
  mount(app, markNotificationRead, async ({ params, viewer }) => {
    await reading.markRead(viewer.id, params.id)
    return {}
  })
  mount(app, deleteNotification, async ({ params, viewer }) => {
    await reading.remove(viewer.id, params.id)
    return {}
  })
}

/** A browser that is to show news itself. */
export function pushRoutes(app: Hono, { notifications, addressOf }: RouteParts): void {
  const { push: subscribing } = notifications
  mount(app, push.getPushKey, async () => ({ key: await subscribing.pushKey() }))
  mount(app, push.subscribePush, async ({ viewer, body }) => {
    await subscribing.subscribe(viewer, body)
    return {}
  })
  mount(app, push.unsubscribePush, async ({ viewer, body }) => {
    await subscribing.unsubscribe(viewer, body.endpoint)
    return {}
  })
  mount(app, push.testPush, async ({ viewer, body }) => {
    await subscribing.test(viewer, body.endpoint)
    return {}
  })
  mount(app, push.renewPush, async ({ body }, c) => {
    await subscribing.renew(body, addressOf(c))
    return {}
  })
}
