import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { failureOf } from './failure.ts'
import type { JobHandler, JobKind } from './job-kind.ts'
import { DEAD_JOBS } from './queue.ts'

export interface Worker {
  kind: JobKind<object>
  handler: JobHandler<object>
  concurrency: number
  perGroup: number | undefined
}

interface Context {
  boss: PgBoss
  log: Log
  telemetry: Pick<Telemetry, 'jobTimes' | 'tracing'>
  pollSeconds: number
  /** True during a stop, when failures are expected and not logged. */
  isStopping: () => boolean
  onSettled: () => void
}

const DEAD_BATCH = 10

async function runOne({ kind, handler }: Worker, job: JobWithMetadata, context: Context): Promise<void> {
  const { boss, log, telemetry, isStopping, onSettled } = context
  const { jobTimes, tracing } = telemetry
  const { id, retryCount, signal } = job
  const attempt = retryCount + 1
  const started = performance.now()
  const count = (outcome: 'done' | 'failed') =>
    jobTimes.of(kind.name, outcome).observe(performance.now() - started)
  try {
    const run = () => handler(job.data, { id, attempt, signal })
    await (tracing ? tracing.run(`job ${kind.name}`, run) : run())
    await boss.complete(kind.name, job)
    count('done')
  } catch (error) {
    const failure = failureOf(error)
    count('failed')
    if (!isStopping()) log.warn({ job: kind.name, jobId: id, attempt, ...failure }, 'job failed')
    await boss.fail(kind.name, job, failure)
  }
  onSettled()
}

/**
 * Runs jobs of one kind and returns the ids of its lanes. Each lane fetches one job at a time, so that a job that
 * hangs blocks only its own lane.
 */
export async function startWorker(worker: Worker, context: Context): Promise<string[]> {
  const { boss, pollSeconds } = context
  const { kind, concurrency, perGroup } = worker
  const options = {
    localConcurrency: concurrency,
    batchSize: 1,
    includeMetadata: true as const,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: pollSeconds,
    ...(perGroup !== undefined && { localGroupConcurrency: perGroup }),
  }
  let lanes: string[] = []
  await boss.work(kind.name, options, async ([job]: JobWithMetadata[]) => {
    if (job) await runOne(worker, job, context)
    // More jobs may be waiting; a lane would otherwise poll only after its pause.
    for (const id of lanes) boss.notifyWorker(id)
  })
  lanes = boss.getWipData().flatMap(({ id, name }) => (name === kind.name ? id : []))
  return lanes
}

/** Logs jobs that failed for good, including those whose process died each time. Their rows stay. */
export function startDeadWorker({ boss, log, onSettled }: Context): Promise<string> {
  return boss.work(
    DEAD_JOBS,
    { batchSize: DEAD_BATCH, includeMetadata: true },
    async (batch: JobWithMetadata[]) => {
      for (const { sourceName, sourceId } of batch)
        log.error({ job: sourceName, jobId: sourceId }, 'job failed for good')
      await boss.complete(DEAD_JOBS, batch)
      onSettled()
    },
  )
}
