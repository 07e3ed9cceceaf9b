import { EventEmitter, once } from 'node:events'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '#server/db/connect.ts'
import type { Log } from '#server/log.ts'
import { failureOf } from './failure.ts'
import type { JobHandler, JobKind, JobRun } from './job-kind.ts'
import { DEAD_JOBS, DEAD_QUEUE, POLICY, queueSettings } from './queue.ts'

export interface EnqueueOptions {
  runAfterSeconds?: number
  /** While a job of this kind and key waits to start, another is not added. */
  singletonKey?: string
}

export interface Jobs {
  /** Adds a job within the caller's transaction: it runs once that commits, and never if it rolls back. */
  enqueue<Payload extends object>(
    transaction: Database,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Before `start`. `concurrency` counts runs at once in this process; 1 unless told. */
  handle<Payload extends object>(
    kind: JobKind<Payload>,
    handler: JobHandler<Payload>,
    options?: { concurrency?: number },
  ): void
  /**
   * Before `start`. Runs at the times of a cron expression in the deployment's time zone, up to half a minute late,
   * in one of the processes; what came due while none was up runs once.
   */
  schedule(name: string, cron: string, handler: (run: JobRun) => Promise<void>): void
  start(): Promise<void>
  /** Takes no more jobs and waits for those under way; `hurry` gives them back to be run again. */
  stop(hurry?: AbortSignal): Promise<void>
  /** Resolves once no job is due or under way. For tests. */
  settled(): Promise<void>
}

export interface JobsOptions {
  url: string
  log: Log
  timeZone: string
  /** How often jobs of dead processes are looked for. */
  superviseSeconds?: number
}

interface Worker {
  kind: JobKind<object>
  handler: JobHandler<object>
  concurrency: number
}

const CONNECTIONS = 4
/** Only for retries and what a lost connection hid; a new job is told by NOTIFY. */
const POLL_SECONDS = 2
const SUPERVISE_SECONDS = 10

/** The job queue, in PostgreSQL by pg-boss. It has connections of its own. */
export function createJobs({ url, log, timeZone, superviseSeconds = SUPERVISE_SECONDS }: JobsOptions): Jobs {
  const workers = new Map<string, Worker>()
  const schedules = new Map<string, string>()
  const workerIds: string[] = []
  const settlements = new EventEmitter().setMaxListeners(0)
  let started = false
  let stopping = false

  const boss = new PgBoss({
    connectionString: url,
    application_name: 'sankofa jobs',
    max: CONNECTIONS,
    migrate: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', (error) => stopping || log.warn(failureOf(error), 'job queue: a statement failed'))
  boss.on('warning', ({ message }) => stopping || log.warn({ warning: message }, 'job queue'))

  async function runOne({ kind, handler }: Worker, job: JobWithMetadata<object>) {
    const { id, retryCount, signal } = job
    try {
      await handler(job.data, { id, attempt: retryCount + 1, signal })
      await boss.complete(kind.name, job)
    } catch (error) {
      const failure = failureOf(error)
      if (!stopping)
        log.warn({ job: kind.name, jobId: id, attempt: retryCount + 1, ...failure }, 'job failed')
      await boss.fail(kind.name, job, failure)
    }
    settlements.emit('settled')
  }

  /** Each job is settled by itself as soon as it ends, so that a crash repeats as little as possible. */
  async function runBatch(worker: Worker, batch: JobWithMetadata<object>[]) {
    const waiting = [...batch]
    const lane = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) await runOne(worker, job)
    }
    await Promise.all(Array.from({ length: worker.concurrency }, lane))
  }

  async function work(worker: Worker) {
    const options = {
      // Full batches are followed by the next at once; with a batch of one there is no such hurry.
      batchSize: Math.max(2, worker.concurrency),
      burstWhenBatchFull: true,
      includeMetadata: true as const,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
    }
    const id = await boss.work(worker.kind.name, options, (batch: JobWithMetadata<object>[]) =>
      runBatch(worker, batch),
    )
    workerIds.push(id)
  }

  const logDead = async (batch: JobWithMetadata<object>[]) => {
    for (const { sourceName, sourceId } of batch)
      log.error({ job: sourceName, jobId: sourceId }, 'job given up')
    await boss.complete(DEAD_JOBS, batch)
    settlements.emit('settled')
  }

  async function prepareQueues() {
    const known = new Set((await boss.getQueues()).map((queue) => queue.name))
    await (known.has(DEAD_JOBS)
      ? boss.updateQueue(DEAD_JOBS, DEAD_QUEUE)
      : boss.createQueue(DEAD_JOBS, DEAD_QUEUE))
    await Promise.all(
      [...workers.values()].map(({ kind: { name, options } }) => {
        const settings = queueSettings(options)
        return known.has(name)
          ? boss.updateQueue(name, settings)
          : boss.createQueue(name, { ...settings, policy: POLICY })
      }),
    )
  }

  async function prepareSchedules() {
    const former = (await boss.getSchedules()).filter(({ name }) => !schedules.has(name))
    await Promise.all([
      ...former.map(({ name }) => boss.unschedule(name)),
      ...[...schedules].map(([name, cron]) =>
        boss.schedule(name, cron, null, { tz: timeZone, missed: 'once' }),
      ),
    ])
  }

  async function countDue(): Promise<number> {
    const { rows } = (await boss.getDb().executeSql(
      `select count(*)::int as due from pgboss.job
       where name = any($1) and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))`,
      [[...workers.keys(), DEAD_JOBS]],
    )) as { rows: { due: number }[] }
    return rows[0]?.due ?? 0
  }

  const handle: Jobs['handle'] = (kind, handler, { concurrency = 1 } = {}) => {
    if (started) throw new Error(`The handler of ${kind.name} comes too late`)
    if (workers.has(kind.name)) throw new Error(`${kind.name} has two handlers`)
    workers.set(kind.name, { kind, handler: handler as JobHandler<object>, concurrency })
  }

  return {
    handle,
    async enqueue(transaction, kind, payload, { runAfterSeconds, singletonKey = crypto.randomUUID() } = {}) {
      await boss.send(kind.name, payload, {
        db: fromKysely(transaction),
        singletonKey,
        ...(runAfterSeconds !== undefined && { startAfter: runAfterSeconds }),
      })
    },
    schedule(name, cron, handler) {
      handle({ name, options: {} }, (_, run) => handler(run))
      schedules.set(name, cron)
    },
    async start() {
      started = true
      await boss.start()
      await prepareQueues()
      await prepareSchedules()
      await Promise.all([...workers.values()].map(work))
      workerIds.push(await boss.work(DEAD_JOBS, { batchSize: 10, includeMetadata: true }, logDead))
    },
    async stop(hurry) {
      stopping = true
      const names = [...workers.keys(), DEAD_JOBS]
      const drained = Promise.all(names.map((name) => boss.offWork(name, { wait: true })))
      const hurried = hurry && !hurry.aborted ? once(hurry, 'abort') : Promise.resolve()
      await Promise.race(hurry ? [drained, hurried] : [drained])
      await boss.stop({ graceful: false })
    },
    async settled() {
      for (;;) {
        const next = once(settlements, 'settled')
        if ((await countDue()) === 0) return
        for (const id of workerIds) boss.notifyWorker(id)
        await next
      }
    },
  }
}
