import type { PushedNotification } from '#contract/notifications/push.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { PushTarget } from '#server/platform/push/push-sender.ts'
import { deleteSubscription, selectPushable, selectTarget } from './push-queries.ts'
import { type PushJob, SEND_PUSH } from './push-release.ts'
import { pushedNotification, pushMessage, TEST_NOTIFICATION } from './pushed-notifications.ts'

/** `perGroup` limits pushes to one service, so that one that hangs does not delay the others. */
export const SEND_PUSH_CONCURRENCY = { concurrency: 8, perGroup: 5 }
const WAITS_MAX = 12
/** Minimum pause, because push services may demand one of zero seconds. */
const SHORTEST_WAIT_SECONDS = 5
/**
 * Refusals after which a subscription is deleted. It is not the first one, because a wrong clock on this machine also
 * causes refusals until somebody corrects it.
 */
const REFUSALS_MAX = 3
const AFTER_REFUSAL_SECONDS = 60 * 60
const LONGEST_WAIT_SECONDS = 6 * 60 * 60

interface Ready {
  target: PushTarget
  notification: PushedNotification
}

/** Returns undefined if there is nothing left to show in that browser. */
async function readyFor(
  db: Database,
  { subscriptionId, notificationId }: PushJob,
): Promise<Ready | undefined> {
  if (notificationId === undefined) {
    const target = await selectTarget(db, subscriptionId)
    return target && { target, notification: TEST_NOTIFICATION }
  }
  const row = await selectPushable(db, { notificationId, subscriptionId })
  return row && { target: row, notification: pushedNotification(notificationId, row) }
}

type JobDeps = Pick<Context, 'db' | 'jobs'>

/** Retries after the pause that the push service demands; otherwise the job's own pauses apply. */
async function retryLater({ db, jobs }: JobDeps, job: PushJob, seconds: number) {
  const waits = (job.waits ?? 0) + 1
  if (waits > WAITS_MAX || seconds > LONGEST_WAIT_SECONDS) return
  const singletonKey = `${job.subscriptionId} ${job.notificationId ?? 'test'}`
  await jobs.enqueue(
    db,
    SEND_PUSH,
    { ...job, waits },
    { runAfterSeconds: Math.max(seconds, SHORTEST_WAIT_SECONDS), singletonKey, group: job.service },
  )
}

async function handleRefusal(
  ctx: JobDeps & Pick<Context, 'log'>,
  job: PushJob,
  { reason, isPermanent }: { reason: string; isPermanent: boolean },
) {
  ctx.log.warn({ reason }, 'a push was refused')
  if (!isPermanent) return
  const refusals = (job.refusals ?? 0) + 1
  if (refusals >= REFUSALS_MAX) await deleteSubscription(ctx.db, job.subscriptionId)
  else await retryLater(ctx, { ...job, refusals }, AFTER_REFUSAL_SECONDS)
}

export async function sendPush(
  ctx: JobDeps & Pick<Context, 'log' | 'push' | 'pushKeys' | 'telemetry'>,
  job: PushJob,
): Promise<void> {
  const ready = await readyFor(ctx.db, job)
  if (!ready) return
  const result = await ctx.push.send(ready.target, pushMessage(ready.notification), await ctx.pushKeys())
  ctx.telemetry.pushes.inc({ outcome: result.outcome })
  if (result.outcome === 'gone') await deleteSubscription(ctx.db, job.subscriptionId)
  if (result.outcome === 'refused') await handleRefusal(ctx, job, result)
  if (result.outcome !== 'later') return
  if (result.seconds === undefined)
    throw Object.assign(new Error('Cannot reach the push service'), { code: result.reason })
  await retryLater(ctx, job, result.seconds)
}
