import type { NotificationType } from '#contract/choices.ts'
import { NOTIFICATION_TITLES } from '#contract/notification-titles.ts'
import { ownPath } from '#contract/own-path.ts'
import type { PublicConfig } from '#contract/site.ts'
import type { MailContent } from '#server/mail/render-mail.ts'

export interface MailedNews {
  type: NotificationType
  content: string
  actionUrl: string | null
}

/** More than this is only counted. */
const SHOWN_IN_MAIL = 20

/** The words of a mail about unread news, the newest first. */
export function digestLetter(
  news: readonly MailedNews[],
  { site, unsubscribeUrl }: { site: PublicConfig; unsubscribeUrl: string },
): MailContent {
  const { siteName, publicUrl } = site
  const [first] = news
  const alone = news.length === 1 ? first : undefined
  const rest = news.length - SHOWN_IN_MAIL
  const title = alone ? NOTIFICATION_TITLES[alone.type] : `${news.length} new notifications`
  const path = alone?.actionUrl && ownPath(alone.actionUrl) === alone.actionUrl ? alone.actionUrl : undefined
  return {
    siteName,
    title,
    paragraphs: [
      ...news
        .slice(0, SHOWN_IN_MAIL)
        .map(({ type, content }) => (alone ? content : `${NOTIFICATION_TITLES[type]}: ${content}`)),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ],
    action: path
      ? { text: 'View', url: publicUrl + path }
      : { text: 'See your notifications', url: `${publicUrl}/notifications-page` },
    footer: `${siteName}, ${publicUrl}. You get this because you have not read these notifications yet. In your settings you choose what comes by mail.`,
    unsubscribe: { text: 'Stop these mails', url: unsubscribeUrl },
  }
}
