import type * as z from 'zod/mini'
import { PUSH_SUBSCRIPTIONS_MAX } from '#contract/limits.ts'
import type { pushContract } from '#contract/notifications/push.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import type { PushSender, PushTarget } from '#server/platform/push/push-sender.ts'
import { SEND_PUSH } from './push-release.ts'
import {
  deleteOwnSubscription,
  replaceSubscription,
  selectOwnSubscription,
  upsertSubscription,
} from './push-queries.ts'

const SUBSCRIBING_LIMIT = { attempts: 60, seconds: 60 * 60 }
const TEST_LIMIT = { attempts: 5, seconds: 60 }

type Subscription = z.output<(typeof pushContract)['subscribePush']['body']>
type Renewal = z.output<(typeof pushContract)['renewPush']['body']>

function toTarget(push: PushSender, { endpoint, keys: { p256dh, auth } }: Subscription): PushTarget {
  const target = { endpoint, p256dh, auth }
  if (!push.accepts(target)) throw new AppError('push-not-accepted')
  return target
}

/** A browser gets pushes until it signs out or its session ends. */
export async function subscribePushes(
  { db, limiter, push }: Pick<Context, 'db' | 'limiter' | 'push'>,
  { viewer, subscription }: { viewer: Viewer; subscription: Subscription },
): Promise<void> {
  await limiter.take(`push-subscribe:${viewer.id}`, SUBSCRIBING_LIMIT)
  const row = { ...toTarget(push, subscription), user_id: viewer.id, session_id: viewer.sessionId }
  await db.transaction().execute((tx) => upsertSubscription(tx, row, PUSH_SUBSCRIPTIONS_MAX))
}

export async function unsubscribePushes(
  { db }: Pick<Context, 'db'>,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<void> {
  await deleteOwnSubscription(db, userId, endpoint)
}

/** Throws push-not-found. */
export async function sendTestPush(
  { db, jobs, limiter }: Pick<Context, 'db' | 'jobs' | 'limiter'>,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<void> {
  await limiter.take(`push-test:${userId}`, TEST_LIMIT)
  const subscriptionId = await selectOwnSubscription(db, userId, endpoint)
  if (subscriptionId === undefined) throw new AppError('push-not-found')
  await jobs.enqueue(db, SEND_PUSH, { subscriptionId })
}

/** Renews a subscription that the browser replaced while nobody was signed in. Throws push-not-found. */
export async function renewPushSubscription(
  { db, limiter, push }: Pick<Context, 'db' | 'limiter' | 'push'>,
  { old, subscription, address }: Renewal & { address: string },
): Promise<void> {
  await limiter.take(`push-renew:${address}`, SUBSCRIBING_LIMIT)
  const target = toTarget(push, subscription)
  try {
    if (await replaceSubscription(db, old, target)) return
  } catch (error) {
    // The browser has already sent the new one.
    if ((error as { constraint?: string }).constraint === 'push_endpoint_unique') return
    throw error
  }
  throw new AppError('push-not-found')
}
