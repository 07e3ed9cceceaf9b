import * as z from 'zod/mini'
import type { NotificationType } from '#contract/notifications/notification-types.ts'
import { endpoint } from '#contract/endpoint.ts'

/** The payload that the service worker receives. */
export interface PushedNotification {
  type: NotificationType | 'test'
  content: string
  /** The path that a tap opens. */
  path: string
  /** Browsers show only the last notification of each tag. */
  tag: string
  /** Id of the notification that opening it marks as read; absent for a test. */
  id?: string
}

const Endpoint = z.url('Not an address').check(z.maxLength(1000))
const base64url = (bytes: number) =>
  z
    .string()
    .check(
      z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), `Not ${bytes} bytes of base64url`),
    )
const Auth = base64url(16)

/** The format of the browser's own `PushSubscription.toJSON()`. */
const PushSubscription = z.object({
  endpoint: Endpoint,
  keys: z.object({ p256dh: base64url(65), auth: Auth }),
})

export const pushContract = {
  getPushKey: endpoint({
    method: 'GET',
    path: '/api/push/key',
    access: 'signed-in',
    summary: 'Returns the public key with which a browser subscribes to push (VAPID), in base64url.',
    reply: z.object({ key: z.string() }),
  }),
  subscribePush: endpoint({
    method: 'PUT',
    path: '/api/push/subscription',
    access: 'signed-in',
    summary:
      "Sends the person's notifications to this browser as long as the session lasts. Up to ten browsers per person; a further one replaces the oldest.",
    body: PushSubscription,
    reply: z.object({}),
  }),
  unsubscribePush: endpoint({
    method: 'POST',
    path: '/api/push/unsubscribe',
    access: 'signed-in',
    summary: 'Stops pushes to this browser.',
    body: z.object({ endpoint: Endpoint }),
    reply: z.object({}),
  }),
  sendTestPush: endpoint({
    method: 'POST',
    path: '/api/push/test',
    access: 'signed-in',
    summary: 'Sends a test notification to this browser.',
    body: z.object({ endpoint: Endpoint }),
    reply: z.object({}),
    status: 202,
  }),
  renewPush: endpoint({
    method: 'POST',
    path: '/api/push/renew',
    access: 'everyone',
    summary:
      'Replaces a subscription that the browser has renewed; knowing the old one and its secret proves that it is the same browser.',
    body: z.object({ old: z.object({ endpoint: Endpoint, auth: Auth }), subscription: PushSubscription }),
    reply: z.object({}),
  }),
}
