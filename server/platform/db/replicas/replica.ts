import { connect, type ConnectOptions } from '#server/platform/db/connect.ts'
import { databaseOutageOf } from '#server/platform/errors/database-outage.ts'
import { connectPipelined } from '#server/platform/db/pipelined.ts'
import type { Log } from '#server/platform/process/log.ts'
import { type Marks, type Primary, type ReplicaProblem, ReplicaWatch } from './replica-watch.ts'

const MINUTE = 60_000
const WATCH = { connections: 1, statementTimeoutMilliseconds: 1_000 }

export interface ReplicaState {
  /** Host, port and database of the replica. */
  name: string
  isUsable: boolean
  /** Reason why the replica is unusable. */
  problem: ReplicaProblem | undefined
  /** Undefined before the replica's first answer. */
  lagSeconds: number | undefined
}

export type Replica = ReturnType<typeof openReplica>

export type ReadOptions = Pick<ConnectOptions, 'statementTimeoutMilliseconds' | 'watch'>

interface ReplicaOptions {
  url: string
  primary: Primary
  marks: Marks
  /** Options of the connections for reads. */
  options: ReadOptions
  log: Log
}

function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return decodeURIComponent(host) + pathname
}

/** Logs at most once a minute that the replica is unusable, and once that it is back. */
function createReporter(log: Log, name: string) {
  let loggedAt = -Infinity
  return {
    excluded(problem: ReplicaProblem, error: unknown) {
      if (performance.now() - loggedAt < MINUTE) return
      loggedAt = performance.now()
      const cause = error instanceof Error ? error.message : undefined
      log.warn({ replica: name, problem, cause }, 'a read replica is not used')
    },
    back() {
      if (loggedAt !== -Infinity) log.info({ replica: name }, 'a read replica answers again')
      loggedAt = -Infinity
    },
  }
}

/** Opens the connections of a replica and watches its state. */
export function openReplica({ url, primary, marks, log, options }: ReplicaOptions) {
  const name = nameOf(url)
  const pool = connect(url, options)
  const pipelined = connectPipelined(url, options)
  const watched = connect(url, WATCH)
  const report = createReporter(log, name)
  /** Functions that fail the current reads. */
  const reads = new Set<(reason: Error) => void>()
  const watch = new ReplicaWatch({
    db: watched,
    primary,
    marks,
    onExcluded(problem, error) {
      report.excluded(problem, error)
      if (problem === 'behind') return
      for (const end of reads) end(new Error(`The read replica ${name} is not used: ${problem}`))
    },
    onBack: () => report.back(),
  })
  return {
    pool,
    pipelined,
    watch,
    /** Number of current reads. */
    reading: () => reads.size,
    state: () => ({
      name,
      isUsable: watch.problem === undefined,
      problem: watch.problem,
      lagSeconds: watch.lagSeconds,
    }),
    /** Runs a read that fails as soon as the replica is known to be away. */
    async run<T>(read: () => Promise<T>): Promise<T> {
      const { promise, reject } = Promise.withResolvers<never>()
      reads.add(reject)
      try {
        return await Promise.race([read(), promise])
      } catch (error) {
        if (databaseOutageOf(error as object) === 'database-away') watch.exclude('away', error)
        throw error
      } finally {
        reads.delete(reject)
      }
    },
    async close() {
      await watch.close()
      await Promise.all([pool.destroy(), pipelined.destroy(), watched.destroy()])
    },
  }
}
