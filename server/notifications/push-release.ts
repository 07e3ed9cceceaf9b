import type { Database } from '#server/platform/db/connect.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { claimPushes } from './notification-queries.ts'
import { selectPushPairs } from './push-queries.ts'

export interface PushJob {
  subscriptionId: string
  /** Absent for a test push. */
  notificationId?: string
  /** The push service's host. */
  service?: string
  /** Number of pauses that the push service has demanded. */
  waits?: number
  /** Number of refusals because of the subscription. */
  refusals?: number
}

export const SEND_PUSH = defineJob<PushJob>('send-push', { timeoutSeconds: 60 })

const CLAIMED_AT_ONCE = 200

interface JobDeps {
  db: Database
  jobs: Jobs
}

/**
 * Adds a job for each due notification and browser. The same transaction removes the marks, so that a second
 * run or another process finds nothing to do.
 */
function release({ db, jobs }: JobDeps, only?: readonly string[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = await claimPushes(tx, { only, limit: CLAIMED_AT_ONCE })
    if (ids.length === 0) return 0
    const pushes = await selectPushPairs(tx, ids)
    await jobs.enqueueAll(tx, SEND_PUSH, pushes, ({ service }) => ({ group: service }))
    return ids.length
  })
}

export async function releasePushes(ctx: JobDeps, notificationIds: readonly string[]): Promise<void> {
  await release(ctx, notificationIds)
}

/** Releases everything that is due, such as messages that are still unread. */
export async function releaseDuePushes(ctx: JobDeps): Promise<void> {
  for (let released = CLAIMED_AT_ONCE; released === CLAIMED_AT_ONCE;) released = await release(ctx)
}
