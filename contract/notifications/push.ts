import * as z from 'zod/mini'
import type { NotificationType } from '#contract/notifications/notification-types.ts'
import { endpoint } from '#contract/endpoint.ts'

/** What reaches the service worker. */
export interface PushedNotification {
  type: NotificationType | 'test'
  content: string
  /** An own path, to which a tap leads. */
  path: string
  /** Of several with one tag only the last is shown. */
  tag: string
  /** Of the notification that is read by opening it; absent for a test. */
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

/** As the browser's own `PushSubscription.toJSON()`. */
const PushSubscription = z.object({
  endpoint: Endpoint,
  keys: z.object({ p256dh: base64url(65), auth: Auth }),
})

export const pushContract = {
  getPushKey: endpoint({
    method: 'GET',
    path: '/api/push/key',
    access: 'signed-in',
    summary: 'The public key under which a browser subscribes to push (VAPID), in base64url.',
    reply: z.object({ key: z.string() }),
  }),
  subscribePush: endpoint({
    method: 'PUT',
    path: '/api/push/subscription',
    access: 'signed-in',
    summary:
      "Sends the person's notifications to this browser as long as the session lasts. Ten browsers a person; the oldest gives way.",
    body: PushSubscription,
    reply: z.object({}),
  }),
  unsubscribePush: endpoint({
    method: 'POST',
    path: '/api/push/unsubscribe',
    access: 'signed-in',
    summary: 'Sends nothing more to this browser.',
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
      'Takes the subscription by which a browser replaced one of its own; knowing the old one and its secret proves that.',
    body: z.object({ old: z.object({ endpoint: Endpoint, auth: Auth }), subscription: PushSubscription }),
    reply: z.object({}),
  }),
}
