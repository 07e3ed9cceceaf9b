import type * as z from 'zod/mini'
import { PUSH_SUBSCRIPTIONS_MAX } from '#contract/limits.ts'
import type { renewPush, subscribePush } from '#contract/push.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { PushKeys, PushSender, PushTarget } from '#server/push/push-sender.ts'
import {
  deleteOwnSubscription,
  replaceSubscription,
  selectOwnSubscription,
  upsertSubscription,
} from './push-queries.ts'

const SUBSCRIBING_LIMIT = { tries: 60, seconds: 60 * 60 }
const TEST_LIMIT = { tries: 5, seconds: 60 }

type Given = z.output<(typeof subscribePush)['body']>
type Renewal = z.output<(typeof renewPush)['body']>

interface SubscribingParts {
  db: Database
  limiter: RateLimiter
  push: PushSender
  keys: () => Promise<PushKeys>
  sendTest: (subscriptionId: string) => Promise<void>
}

/** Which browsers are reached by push. One that signs out, or whose session ends, is reached no more. */
export function pushSubscribing({ db, limiter, push, keys, sendTest }: SubscribingParts) {
  function targetOf({ endpoint, keys: { p256dh, auth } }: Given): PushTarget {
    const target = { endpoint, p256dh, auth }
    if (!push.accepts(target)) throw new AppError('push-not-accepted')
    return target
  }

  return {
    pushKey: async () => (await keys()).publicKey,

    async subscribe(viewer: Viewer, given: Given): Promise<void> {
      await limiter.take(`push-subscribe:${viewer.id}`, SUBSCRIBING_LIMIT)
      const row = { ...targetOf(given), user_id: viewer.id, session_id: viewer.sessionId }
      try {
        await db.transaction().execute((tx) => upsertSubscription(tx, row, PUSH_SUBSCRIPTIONS_MAX))
      } catch (error) {
        if ((error as { constraint?: string }).constraint === 'push_session_exists')
          throw new AppError('session-ended')
        throw error
      }
    },

    async unsubscribe(viewer: Viewer, endpoint: string): Promise<void> {
      await deleteOwnSubscription(db, viewer.id, endpoint)
    },

    async test(viewer: Viewer, endpoint: string): Promise<void> {
      await limiter.take(`push-test:${viewer.id}`, TEST_LIMIT)
      const id = await selectOwnSubscription(db, viewer.id, endpoint)
      if (id === undefined) throw new AppError('push-not-found')
      await sendTest(id)
    },

    async renew({ old, subscription }: Renewal, address: string): Promise<void> {
      await limiter.take(`push-renew:${address}`, SUBSCRIBING_LIMIT)
      const target = targetOf(subscription)
      try {
        if (await replaceSubscription(db, old, target)) return
      } catch (error) {
        // The browser has told the new one already.
        if ((error as { constraint?: string }).constraint === 'push_endpoint_unique') return
        throw error
      }
      throw new AppError('push-not-found')
    },
  }
}
