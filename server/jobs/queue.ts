import type { Queue } from 'pg-boss'
import type { JobOptions } from './job-kind.ts'

/** Holds a copy of every job that failed for good. */
export const DEAD_JOBS = 'dead-jobs'

const DAY_SECONDS = 86_400
const HEARTBEAT_SECONDS = 10

type QueueSettings = Omit<Queue, 'name' | 'policy'>

/** `short`: of waiting jobs with one singleton key there is only one. It cannot be changed later. */
export const POLICY = 'short'

const retryDelays = (seconds: number) =>
  seconds === 0
    ? { retryDelay: 0, retryBackoff: false }
    : { retryDelay: seconds, retryBackoff: true, retryDelayMax: 3600 }

/** What may change from one version of the program to the next. */
export const queueSettings = (options: JobOptions): QueueSettings => ({
  retryLimit: options.retries ?? 12,
  ...retryDelays(options.retryDelaySeconds ?? 5),
  expireInSeconds: options.timeoutSeconds ?? 15 * 60,
  deleteAfterSeconds: DAY_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  notify: true,
  deadLetter: DEAD_JOBS,
})

export const DEAD_QUEUE: QueueSettings = {
  retryLimit: 3,
  retentionSeconds: 90 * DAY_SECONDS,
  deleteAfterSeconds: 90 * DAY_SECONDS,
  notify: true,
}
