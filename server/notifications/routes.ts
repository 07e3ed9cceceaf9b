import type { notificationsContract } from '#contract/notifications/notifications.ts'
import type { pushContract } from '#contract/notifications/push.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import {
  renewPushSubscription,
  sendTestPush,
  subscribePushes,
  unsubscribePushes,
} from './push-subscriptions.ts'
import {
  countUnreadNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  restoreNotification,
} from './notification-list.ts'

export const notificationsRoutes = {
  listNotifications: (ctx, { viewer, query }) => listNotifications(ctx, { userId: viewer.id, ...query }),
  countUnreadNotifications: async (ctx, { viewer }) => ({
    count: await countUnreadNotifications(ctx, { userId: viewer.id }),
  }),
  markAllNotificationsRead: (ctx, { viewer }) => markAllNotificationsRead(ctx, { userId: viewer.id }),
  markNotificationRead: (ctx, { viewer, params }) =>
    markNotificationRead(ctx, { userId: viewer.id, id: params.id }),
  deleteNotification: (ctx, { viewer, params }) =>
    deleteNotification(ctx, { userId: viewer.id, id: params.id }),
  restoreNotification: (ctx, { viewer, params }) =>
    restoreNotification(ctx, { userId: viewer.id, id: params.id }),
} satisfies Handlers<typeof notificationsContract, Context>

export const pushRoutes = {
  getPushKey: async (ctx) => ({ key: (await ctx.pushKeys()).publicKey }),
  subscribePush: (ctx, { viewer, body }) => subscribePushes(ctx, { viewer, subscription: body }),
  unsubscribePush: (ctx, { viewer, body }) =>
    unsubscribePushes(ctx, { userId: viewer.id, endpoint: body.endpoint }),
  sendTestPush: (ctx, { viewer, body }) => sendTestPush(ctx, { userId: viewer.id, endpoint: body.endpoint }),
  renewPush: (ctx, { body }, reply) =>
    renewPushSubscription(ctx, { ...body, address: ctx.addressOf(reply.request) }),
} satisfies Handlers<typeof pushContract, Context>
