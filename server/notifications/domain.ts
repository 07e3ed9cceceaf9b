import type { Domain } from '#server/context.ts'
import { handleNotificationJobs } from './jobs.ts'
import { createPushKeys, type LoadPushKeys } from './push-keys.ts'
import { releaseDuePushes } from './push-release.ts'
import { createPushTimer, type PushTimer } from './push-timer.ts'
import { notificationsRoutes, pushRoutes } from './routes.ts'
import { createUnreadBadges, type UnreadBadges } from './unread-badges.ts'

export interface NotificationsState {
  pushKeys: LoadPushKeys
  pushTimer: PushTimer
  unreadBadges: UnreadBadges
}

declare module '#server/context.ts' {
  interface Context extends NotificationsState {}
}

export const notificationsDomain = {
  routes: { ...notificationsRoutes, ...pushRoutes },
  jobs: handleNotificationJobs,
  open: (platform) => ({
    pushKeys: createPushKeys(platform),
    pushTimer: createPushTimer({ ...platform, release: () => releaseDuePushes(platform) }),
    unreadBadges: createUnreadBadges(platform),
  }),
} satisfies Domain
