import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Log } from '#server/log.ts'
import { failureOf } from './failure.ts'
import type { JobHandler, JobKind } from './job-kind.ts'
import { DEAD_JOBS } from './queue.ts'

export interface Worker {
  kind: JobKind<object>
  handler: JobHandler<object>
  concurrency: number
}

interface Context {
  boss: PgBoss
  log: Log
  /** The failures of a stop in a hurry are no news. */
  isStopping: () => boolean
  onSettled: () => void
}

/** Only for retries and what a lost connection hid; a new job is told by NOTIFY. */
const POLL_SECONDS = 2
const DEAD_BATCH = 10

async function runOne({ kind, handler }: Worker, job: JobWithMetadata, context: Context): Promise<void> {
  const { boss, log, isStopping, onSettled } = context
  const { id, retryCount, signal } = job
  const attempt = retryCount + 1
  try {
    await handler(job.data, { id, attempt, signal })
    await boss.complete(kind.name, job)
  } catch (error) {
    const failure = failureOf(error)
    if (!isStopping()) log.warn({ job: kind.name, jobId: id, attempt, ...failure }, 'job failed')
    await boss.fail(kind.name, job, failure)
  }
  onSettled()
}

/** Takes jobs of one kind and returns the worker's id. */
export function startWorker(worker: Worker, context: Context): Promise<string> {
  const { kind, concurrency } = worker
  const options = {
    // Full batches are followed by the next at once; with a batch of one there is no such hurry.
    batchSize: Math.max(2, concurrency),
    burstWhenBatchFull: true,
    includeMetadata: true as const,
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: POLL_SECONDS,
  }
  return context.boss.work(kind.name, options, async (batch: JobWithMetadata[]) => {
    // A batch comes in no order.
    const waiting = batch.toSorted((one, other) => one.createdOn.getTime() - other.createdOn.getTime())
    // Each job is settled by itself as soon as it ends, so that a crash repeats as little as possible.
    const lane = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) await runOne(worker, job, context)
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
  })
}

/** Tells of jobs that failed for good, those whose process died each time among them. Their rows stay. */
export function startDeadWorker({ boss, log, onSettled }: Context): Promise<string> {
  return boss.work(
    DEAD_JOBS,
    { batchSize: DEAD_BATCH, includeMetadata: true },
    async (batch: JobWithMetadata[]) => {
      for (const { sourceName, sourceId } of batch)
        log.error({ job: sourceName, jobId: sourceId }, 'job given up')
      await boss.complete(DEAD_JOBS, batch)
      onSettled()
    },
  )
}
