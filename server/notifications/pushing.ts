import type { PushedNews } from '#contract/push.ts'
import type { Database } from '#server/db/connect.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import type { PushKeys, PushSender, PushTarget } from '#server/push/push-sender.ts'
import { claimPushes } from './news-queries.ts'
import { deleteSubscription, selectPushable, selectPushPairs, selectTarget } from './push-queries.ts'
import { pushedNews, pushMessage, TEST_NEWS } from './pushed-news.ts'

interface PushJob {
  subscriptionId: string
  /** Absent for a test. */
  notificationId?: string
  /** The push service's host. */
  service?: string
  /** How often the push service asked to wait. */
  waits?: number
  /** How often it was refused for the sake of the subscription. */
  refusals?: number
}

const SEND_PUSH = defineJob<PushJob>('send-push', { timeoutSeconds: 60 })
const AT_ONCE = 8
/** Of pushes to one service, so that others get theirs while it hangs. */
const AT_ONCE_PER_SERVICE = 5
const CLAIMED_AT_ONCE = 200
const WAITS_MAX = 12
/** A push service that asks for no wait at all would be asked twelve times at once. */
const SHORTEST_WAIT_SECONDS = 5
/** A wrong clock of ours is refused as well, and may be set right; a subscription that is not is of no use. */
const REFUSALS_MAX = 3
const AFTER_REFUSAL_SECONDS = 60 * 60
const LONGEST_WAIT_SECONDS = 6 * 60 * 60

interface PushingParts {
  db: Database
  jobs: Jobs
  log: Log
  push: PushSender
  keys: () => Promise<PushKeys>
}

interface Ready {
  target: PushTarget
  news: PushedNews
}

/** Undefined once there is nothing to tell that browser. */
async function readyFor(
  db: Database,
  { subscriptionId, notificationId }: PushJob,
): Promise<Ready | undefined> {
  if (notificationId === undefined) {
    const target = await selectTarget(db, subscriptionId)
    return target && { target, news: TEST_NEWS }
  }
  const row = await selectPushable(db, { notificationId, subscriptionId })
  return row && { target: row, news: pushedNews(notificationId, row) }
}

/** Sends one piece of news to one browser. */
function handlePushes({ db, jobs, log, push, keys }: PushingParts): void {
  /** The push service says when; the job's own pauses are for those that say nothing. */
  async function waitAndTryAgain(job: PushJob, seconds: number) {
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

  async function refuse(job: PushJob, { reason, isPermanent }: { reason: string; isPermanent: boolean }) {
    log.warn({ reason }, 'a push was refused')
    if (!isPermanent) return
    const refusals = (job.refusals ?? 0) + 1
    if (refusals >= REFUSALS_MAX) await deleteSubscription(db, job.subscriptionId)
    else await waitAndTryAgain({ ...job, refusals }, AFTER_REFUSAL_SECONDS)
  }

  async function sendOne(job: PushJob) {
    const ready = await readyFor(db, job)
    if (!ready) return
    const result = await push.send(ready.target, pushMessage(ready.news), await keys())
    if (result.outcome === 'gone') await deleteSubscription(db, job.subscriptionId)
    if (result.outcome === 'refused') await refuse(job, result)
    if (result.outcome !== 'later') return
    if (result.seconds === undefined)
      throw Object.assign(new Error('push service unreachable'), { code: result.reason })
    await waitAndTryAgain(job, result.seconds)
  }

  jobs.handle(SEND_PUSH, sendOne, { concurrency: AT_ONCE, perGroup: AT_ONCE_PER_SERVICE })
}

/** News on their way to browsers: one job for each notification and browser. */
export function pushing(parts: PushingParts) {
  const { db, jobs } = parts
  handlePushes(parts)

  /**
   * Gives what is due a job per browser. The mark goes in the same transaction, so that a second run, or another
   * process, finds nothing to do.
   */
  const release = (only?: readonly string[]): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const ids = await claimPushes(tx, { only, limit: CLAIMED_AT_ONCE })
      if (ids.length === 0) return 0
      const pushes = await selectPushPairs(tx, ids)
      await jobs.enqueueAll(tx, SEND_PUSH, pushes, ({ service }) => ({ group: service }))
      return ids.length
    })

  return {
    sendTest: (subscriptionId: string) => jobs.enqueue(db, SEND_PUSH, { subscriptionId }),
    async releasePushes(notificationIds: readonly string[]): Promise<void> {
      await release(notificationIds)
    },
    /** Whatever is due, such as messages that nobody has read meanwhile. */
    async releaseDuePushes(): Promise<void> {
      for (let released = CLAIMED_AT_ONCE; released === CLAIMED_AT_ONCE;) released = await release()
    },
  }
}
