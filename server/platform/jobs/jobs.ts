import { EventEmitter, once } from 'node:events'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Database } from '#server/platform/db/connect.ts'
import { databaseOutageOf, noteNetworkError } from '#server/platform/errors/database-outage.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { failureOf } from './failure.ts'
import type { JobHandler, JobKind, JobRun } from './job-kind.ts'
import { DEAD_JOBS, findDue, prepareQueues, prepareSchedules } from './queue.ts'
import { startDeadWorker, startWorker, type Worker } from './run-jobs.ts'

export interface EnqueueOptions {
  runAfterSeconds?: number
  /** No job is added while another of this kind and key waits to start. */
  singletonKey?: string
  /** Jobs with a higher priority start first. Default 0. */
  priority?: number
  /** Group of the job; at most `perGroup` jobs of a group run at once. */
  group?: string
}

export interface Jobs {
  /** Adds a job within the caller's transaction: it runs once the transaction commits, and never if it rolls back. */
  enqueue<Payload extends object>(
    transaction: Database,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Adds many jobs in one statement. */
  enqueueAll<Payload extends object>(
    transaction: Database,
    kind: JobKind<Payload>,
    payloads: readonly Payload[],
    optionsOf?: (payload: Payload) => EnqueueOptions,
  ): Promise<void>
  /**
   * Call it before `start`. `concurrency` is the maximum of runs at once in this process, default 1; `perGroup` is
   * the maximum for one group, so that a group whose jobs hang does not block the others.
   */
  handle<Payload extends object>(
    kind: JobKind<Payload>,
    handler: JobHandler<Payload>,
    options?: { concurrency?: number; perGroup?: number },
  ): void
  /**
   * Call it before `start`. The handler runs at the times of a cron expression in the deployment's time zone, up to
   * half a minute late, in one of the processes; runs missed while no process was up are made up for once.
   */
  schedule(name: string, cron: string, handler: (run: JobRun) => Promise<void>): void
  start(): Promise<void>
  /** Takes no more jobs and waits for running ones; `hurry` gives those back to be run again. */
  stop(hurry?: AbortSignal): Promise<void>
  /** Resolves once no job is due or running, if this is the only process. For tests. */
  settled(): Promise<void>
}

export interface JobsOptions {
  url: string
  log: Log
  telemetry: Pick<Telemetry, 'jobTimes' | 'tracing'>
  timeZone: string
  /** Interval of the search for jobs of dead processes. */
  superviseSeconds?: number
  /** Interval of the search for retries and jobs missed during a disconnect; NOTIFY announces new jobs. Default 2. */
  pollSeconds?: number
  /**
   * True to run no jobs and leave queues and schedules as they are, for commands beside a running or stopped site.
   */
  onlyEnqueues?: boolean
}

const CONNECTIONS = 4
const SUPERVISE_SECONDS = 10
const POLL_SECONDS = 2

function openBoss({ url, superviseSeconds = SUPERVISE_SECONDS, onlyEnqueues }: JobsOptions): PgBoss {
  return new PgBoss({
    ...(onlyEnqueues && { supervise: false, schedule: false }),
    connectionString: url,
    application_name: 'sankofa jobs',
    max: CONNECTIONS,
    // Our migrations create pg-boss's tables.
    migrate: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
}

const asBossOptions = ({ runAfterSeconds, singletonKey, priority, group }: EnqueueOptions) => ({
  singletonKey: singletonKey ?? crypto.randomUUID(),
  ...(runAfterSeconds !== undefined && { startAfter: runAfterSeconds }),
  ...(priority !== undefined && { priority }),
  ...(group !== undefined && { group: { id: group } }),
})

const enqueuing = (boss: PgBoss): Pick<Jobs, 'enqueue' | 'enqueueAll'> => ({
  async enqueue(transaction, kind, payload, options = {}) {
    await boss.send(kind.name, payload, { db: fromKysely(transaction), ...asBossOptions(options) })
  },
  async enqueueAll(transaction, kind, payloads, optionsOf = () => ({})) {
    const added = payloads.map((data) => ({ data, ...asBossOptions(optionsOf(data)) }))
    if (added.length > 0) await boss.insert(kind.name, added, { db: fromKysely(transaction) })
  },
})

/** Resolves when `hurry` aborts; never if it is undefined. */
async function hurried(hurry: AbortSignal | undefined): Promise<void> {
  if (hurry?.aborted) return
  await (hurry ? once(hurry, 'abort') : new Promise(() => undefined))
}

/**
 * Stops pg-boss faster than its own graceful stop, which checks only every half second whether the jobs have ended.
 */
async function stopBoss(boss: PgBoss, names: string[], hurry: AbortSignal | undefined): Promise<void> {
  const drained = names.map((name) => boss.offWork(name, { wait: true }))
  await Promise.race([Promise.all(drained), hurried(hurry)])
  await boss.stop({ graceful: false })
}

function logBossProblems({ boss, log, isStopping }: { boss: PgBoss; log: Log; isStopping: () => boolean }) {
  boss.on('error', (error) => {
    // The error comes from pg-boss's own connections, often as a copy that was not noted.
    noteNetworkError(error)
    const { code } = error as NodeJS.ErrnoException
    const about = { ...failureOf(error), ...(code && { error: code }), outage: databaseOutageOf(error) }
    if (!isStopping()) log.warn(about, 'job queue: a statement failed')
  })
  boss.on('warning', ({ message }) => isStopping() || log.warn({ warning: message }, 'job queue'))
}

/** The job queue: pg-boss on PostgreSQL, with its own connections. */
export function createJobs(options: JobsOptions): Jobs {
  const { log, telemetry, timeZone, pollSeconds = POLL_SECONDS } = options
  const workers = new Map<string, Worker>()
  const schedules = new Map<string, string>()
  const lanes = new Map<string, readonly string[]>()
  const events = new EventEmitter().setMaxListeners(0)
  let started = false
  let stopping = false

  const boss = openBoss(options)
  const onSettled = () => void events.emit('settled')
  const context = { boss, log, telemetry, pollSeconds, isStopping: () => stopping, onSettled }
  logBossProblems(context)

  const queueNames = () => [...workers.keys(), DEAD_JOBS]
  const handle: Jobs['handle'] = (kind, handler, { concurrency = 1, perGroup } = {}) => {
    if (started) throw new Error(`The handler of ${kind.name} must be added before the start`)
    if (workers.has(kind.name)) throw new Error(`${kind.name} has two handlers`)
    workers.set(kind.name, { kind, handler: handler as JobHandler<object>, concurrency, perGroup })
  }

  return {
    handle,
    ...enqueuing(boss),
    schedule(name, cron, handler) {
      handle({ name, options: {} }, (_, run) => handler(run))
      schedules.set(name, cron)
    },
    async start() {
      started = true
      await boss.start()
      if (options.onlyEnqueues) return
      await prepareQueues(boss, workers)
      await prepareSchedules(boss, schedules, timeZone)
      const starting = [...workers.values()].map(async (worker) =>
        lanes.set(worker.kind.name, await startWorker(worker, context)),
      )
      lanes.set(DEAD_JOBS, [await startDeadWorker(context)])
      await Promise.all(starting)
    },
    async stop(hurry) {
      stopping = true
      await stopBoss(boss, options.onlyEnqueues ? [] : queueNames(), hurry)
    },
    async settled() {
      for (;;) {
        const next = once(events, 'settled')
        const due = await findDue(boss, queueNames())
        if (due.length === 0) return
        for (const id of due.flatMap((name) => lanes.get(name) ?? [])) boss.notifyWorker(id)
        await next
      }
    },
  }
}
