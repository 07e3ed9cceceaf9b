import { NOTIFICATION_TYPES, type NotificationType } from '#contract/notifications/notification-types.ts'
import { ownPath } from '#contract/own-path.ts'
import type { PublicConfig } from '#contract/site.ts'
import type { MailContent } from '#server/platform/mail/render-mail.ts'

export interface MailedNotification {
  type: NotificationType
  content: string
  actionUrl: string | null
}

/** More than this is only counted. */
const SHOWN_IN_MAIL = 20

/** The text of an e-mail about unread notifications, newest first. */
export function digestEmail(
  notifications: readonly MailedNotification[],
  { site, unsubscribeUrl }: { site: PublicConfig; unsubscribeUrl: string },
): MailContent {
  const { siteName, publicUrl } = site
  const [first] = notifications
  const alone = notifications.length === 1 ? first : undefined
  const rest = notifications.length - SHOWN_IN_MAIL
  const title = alone ? NOTIFICATION_TYPES[alone.type].title : `${notifications.length} new notifications`
  const path = alone?.actionUrl && ownPath(alone.actionUrl) === alone.actionUrl ? alone.actionUrl : undefined
  return {
    siteName,
    title,
    paragraphs: [
      ...notifications
        .slice(0, SHOWN_IN_MAIL)
        .map(({ type, content }) => (alone ? content : `${NOTIFICATION_TYPES[type].title}: ${content}`)),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ],
    action: path
      ? { text: 'View', url: publicUrl + path }
      : { text: 'See your notifications', url: `${publicUrl}/notifications-page` },
    footer: `${siteName}, ${publicUrl}. You get this because you have not read these notifications yet. In your settings you choose what comes by mail.`,
    unsubscribe: { text: 'Stop these mails', url: unsubscribeUrl },
  }
}
