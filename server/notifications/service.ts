import type { PublicConfig } from '#contract/site.ts'
import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Live } from '#server/live/live.ts'
import type { Log } from '#server/log.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { PushSender } from '#server/push/push-sender.ts'
import type { Secrets } from '#server/secrets.ts'
import { newsDigest } from './digest.ts'
import { dueNews } from './due-news.ts'
import { newsDelivery } from './news.ts'
import { pushKeys } from './push-keys.ts'
import { pushing } from './pushing.ts'
import { notificationReading } from './reading.ts'
import { pushSubscribing } from './subscribing.ts'
import { unreadBadges } from './unread-badges.ts'
import { updateReviewerUnknown, updateWriterUnknown } from './writer-queries.ts'

interface NotificationsParts {
  db: Database
  jobs: Jobs
  live: Pick<Live, 'toPeople'>
  log: Log
  mailer: Mailer
  push: PushSender
  secrets: Secrets
  limiter: RateLimiter
  site: PublicConfig
  onClose: (step: () => Promise<void>) => void
}

export type NotificationsService = ReturnType<typeof notificationsService>

/**
 * News of a conversation are written in the database where the message is (`notify_of_message`,
 * `read_message_notification`); whoever wrote some tells it here once that is committed.
 */
export function notificationsService(given: NotificationsParts) {
  const unreadChanged = unreadBadges(given)
  const parts = { ...given, onUnreadChanged: unreadChanged, keys: pushKeys(given) }
  const pushes = pushing(parts)
  const subscribing = pushSubscribing({ ...parts, ...pushes })
  return {
    ...notificationReading(parts),
    ...newsDelivery({ ...parts, ...pushes }),
    ...dueNews({ ...parts, ...pushes, ...newsDigest(parts) }),
    push: subscribing,
    unreadChanged,
    /** Before the person is deleted: what others were told of their messages names them. */
    forgetWriter: updateWriterUnknown,
    /** Before the person is deleted: what sellers were told of their reviews names them too. */
    forgetReviewer: updateReviewerUnknown,
  }
}
