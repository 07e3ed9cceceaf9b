import { createHash } from 'node:crypto'
import { ownPath } from '#contract/own-path.ts'
import type { PushedNews } from '#contract/push.ts'
import type { PushMessage } from '#server/push/push-sender.ts'
import type { PushableRow } from './push-queries.ts'

/** Of four bytes each they still fit. */
const CONTENT_CHARACTERS = 400

export const TEST_NEWS: PushedNews = {
  type: 'test',
  content: 'Notifications reach this device.',
  path: '/settings-page',
  tag: 'test',
}

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length > CONTENT_CHARACTERS
    ? `${characters.slice(0, CONTENT_CHARACTERS - 1).join('')}…`
    : text
}

export function pushedNews(
  notificationId: string,
  { type, content, action_url: actionUrl }: Omit<PushableRow, 'endpoint' | 'p256dh' | 'auth'>,
): PushedNews {
  const path = actionUrl !== null && ownPath(actionUrl) === actionUrl ? actionUrl : '/notifications-page'
  // Of a conversation only the last is shown.
  const tag = type === 'message' ? path : notificationId
  return { type, content: shortened(content), path, tag, id: notificationId }
}

export const pushMessage = (news: PushedNews): PushMessage => ({
  payload: JSON.stringify(news),
  // A hash: the tag itself is no business of the push service.
  topic: createHash('sha256').update(news.tag).digest('base64url').slice(0, 32),
  urgency: news.type === 'message' ? 'high' : 'normal',
})
