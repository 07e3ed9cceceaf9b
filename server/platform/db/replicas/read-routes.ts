import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'
import { openReplica, type ReadOptions, type Replica, type ReplicaState } from './replica.ts'
import type { Primary } from './replica-watch.ts'
import { type Route, routedDatabase } from './routed-database.ts'
import { readIdentity, readPrimaryPosition } from './positions.ts'

/** Databases for reads: replicas that have replayed enough, otherwise the primary. */
export interface ReadRoutes {
  /** For single public reads that take well below a millisecond (see pipelined.ts). */
  reads: Database
  /** For public reads that may take longer. */
  longReads: Database
  /** For reads of a person's own data: they show everything committed before the statement began. */
  ownReads: Database
  replicas: Replicas
}

export interface Replicas {
  /** Makes later public reads show everything committed until now, as required when caches are cleared. */
  requireLatestReads(): void
  states(): ReplicaState[]
}

/** Routes of a site without replicas: the primary answers everything. */
export const withoutReplicas = ({ db, reads }: Pick<ReadRoutesOptions, 'db' | 'reads'>): ReadRoutes => ({
  reads,
  longReads: db,
  ownReads: db,
  replicas: { requireLatestReads: () => undefined, states: () => [] },
})

interface ReadRoutesOptions {
  /** Pool of the primary. */
  db: Database
  reads: Database
  urls: readonly string[]
  options: ReadOptions
  log: Log
}

const QUERY_CANCELED = '57014'

/** True if the statement timed out; another server would take as long. */
const tookTooLong = (error: unknown) => (error as { code?: string }).code === QUERY_CANCELED

function primaryOf(reads: Database): Primary {
  let identity: Promise<string | undefined> | undefined
  return {
    position: () => readPrimaryPosition(reads),
    identity() {
      identity ??= readIdentity(reads).catch((error: unknown) => {
        identity = undefined
        throw error
      })
      return identity
    },
  }
}

const leastBusy = (replicas: Replica[]): Replica | undefined =>
  replicas.toSorted((a, b) => a.reading() - b.reading())[0]

/** Finds a replica that has replayed everything before `mark`, and waits a moment for one if necessary. */
async function findReplica(replicas: Replica[], mark: number): Promise<Replica | undefined> {
  const there = leastBusy(replicas.filter((replica) => replica.watch.hasConfirmed(mark)))
  if (there) return there
  const coming = leastBusy(replicas.filter((replica) => replica.watch.isFollowing))
  await coming?.watch.catchUp()
  return coming?.watch.hasConfirmed(mark) ? coming : undefined
}

/**
 * Opens the routes of reads. Marks decide which replica may answer: each change that this process is notified of, and
 * each read of a person's own data, sets one. The primary answers if no replica confirms the mark within 50 ms, or if
 * the replica is away or fails. Nobody sees older data than before, whichever process or replica answers.
 */
export function openReadRoutes({
  db,
  reads,
  urls,
  options,
  log,
}: ReadRoutesOptions): ReadRoutes & { close(): Promise<void> } {
  if (urls.length === 0) return { ...withoutReplicas({ db, reads }), close: async () => undefined }
  const marks = { newest: 0 }
  let changed = 0
  const primary = primaryOf(reads)
  const replicas = urls.map((url) => openReplica({ url, primary, marks, options, log }))

  const routeBy =
    (onPrimary: Database, onReplica: 'pool' | 'pipelined', markOf: () => number): Route =>
    async (read) => {
      const replica = await findReplica(replicas, markOf())
      if (!replica) return read(onPrimary)
      try {
        return await replica.run(() => read(replica[onReplica]))
      } catch (error) {
        if (tookTooLong(error)) throw error
        return read(onPrimary)
      }
    }

  return {
    reads: routedDatabase(routeBy(reads, 'pipelined', () => changed)),
    longReads: routedDatabase(routeBy(db, 'pool', () => changed)),
    ownReads: routedDatabase(routeBy(db, 'pool', () => (marks.newest += 1))),
    replicas: {
      requireLatestReads: () => void (changed = marks.newest += 1),
      states: () => replicas.map((replica) => replica.state()),
    },
    close: async () => void (await Promise.all(replicas.map((replica) => replica.close()))),
  }
}
