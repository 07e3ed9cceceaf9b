import { isDeepStrictEqual } from 'node:util'
import type { PgBoss, Queue } from 'pg-boss'
import type { JobKind, JobOptions } from './job-kind.ts'

/** Queue with a copy of every job that failed for good. */
export const DEAD_JOBS = 'dead-jobs'

const DAY_SECONDS = 86_400
const HEARTBEAT_SECONDS = 10

type QueueSettings = Omit<Queue, 'name' | 'policy'>

/** With `short`, only one job per singleton key waits. The policy of a queue cannot be changed later. */
const POLICY = 'short'

const retryDelays = (seconds: number) =>
  seconds === 0
    ? { retryDelay: 0, retryBackoff: false }
    : { retryDelay: seconds, retryBackoff: true, retryDelayMax: 3600 }

/** Settings that may change between versions of the program. */
const settingsOf = (options: JobOptions): QueueSettings => ({
  retryLimit: options.retries ?? 12,
  ...retryDelays(options.retryDelaySeconds ?? 5),
  expireInSeconds: options.timeoutSeconds ?? 15 * 60,
  deleteAfterSeconds: DAY_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  notify: true,
  deadLetter: DEAD_JOBS,
})

const DEAD_SETTINGS: QueueSettings = {
  retryLimit: 3,
  retentionSeconds: 90 * DAY_SECONDS,
  deleteAfterSeconds: 90 * DAY_SECONDS,
  notify: true,
}

/** Creates missing queues and updates those whose settings differ. Several processes may run it at once. */
export async function prepareQueues(
  boss: PgBoss,
  wanted: Map<string, { kind: JobKind<object> }>,
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const prepare = async (name: string, settings: QueueSettings, policy?: string) => {
    const queue = known.get(name)
    if (!queue) await boss.createQueue(name, { ...settings, policy })
    else if (!isDeepStrictEqual({ ...queue, ...settings }, queue)) await boss.updateQueue(name, settings)
  }
  await prepare(DEAD_JOBS, DEAD_SETTINGS)
  await Promise.all([...wanted].map(([name, { kind }]) => prepare(name, settingsOf(kind.options), POLICY)))
}

/** Sets the wanted schedules (name to cron expression) and removes those of former versions. */
export async function prepareSchedules(
  boss: PgBoss,
  wanted: Map<string, string>,
  timeZone: string,
): Promise<void> {
  const former = (await boss.getSchedules()).filter(({ name }) => !wanted.has(name))
  await Promise.all([
    ...former.map(({ name }) => boss.unschedule(name)),
    ...[...wanted].map(([name, cron]) => boss.schedule(name, cron, null, { tz: timeZone, missed: 'once' })),
  ])
}

/**
 * Kinds with jobs that are running or could run now. The query uses `clock_timestamp()`: compared with `now()`, the
 * start of the statement, a retry added just after it would seem to be in the future.
 */
export async function findDue(boss: PgBoss, names: string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select distinct name from pgboss.job
     where name = any($1) and (state = 'active' or (state in ('created', 'retry') and start_after <= clock_timestamp()))`,
    [names],
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}
