import { createHash } from 'node:crypto'
import { ownPath } from '#contract/own-path.ts'
import type { PushedNotification } from '#contract/notifications/push.ts'
import type { PushMessage } from '#server/platform/push/push-sender.ts'
import type { PushableRow } from './push-queries.ts'

/** They fit even if each character takes four bytes. */
const CONTENT_CHARACTERS = 400

export const TEST_NOTIFICATION: PushedNotification = {
  type: 'test',
  content: 'Notifications work on this device.',
  path: '/settings-page?section=notifications',
  tag: 'test',
}

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length > CONTENT_CHARACTERS
    ? `${characters.slice(0, CONTENT_CHARACTERS - 1).join('')}…`
    : text
}

export function pushedNotification(
  notificationId: string,
  { type, content, action_url: actionUrl }: Omit<PushableRow, 'endpoint' | 'p256dh' | 'auth'>,
): PushedNotification {
  const path = actionUrl !== null && ownPath(actionUrl) === actionUrl ? actionUrl : '/notifications-page'
  // Browsers show only the last notification of a conversation.
  const tag = type === 'message' ? path : notificationId
  return { type, content: shortened(content), path, tag, id: notificationId }
}

export const pushMessage = (notification: PushedNotification): PushMessage => ({
  payload: JSON.stringify(notification),
  // A hash, because the push service must not learn the tag itself.
  topic: createHash('sha256').update(notification.tag).digest('base64url').slice(0, 32),
  urgency: notification.type === 'message' || notification.type === 'meeting' ? 'high' : 'normal',
})
