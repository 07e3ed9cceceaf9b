import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'
import { openReplica, type ReadOptions, type Replica, type ReplicaState } from './replica.ts'
import type { Primary } from './replica-watch.ts'
import { type Route, routedDatabase } from './routed-database.ts'
import { readIdentity, readPosition } from './standing.ts'

/** Where reads go: to the primary, or where there are replicas, to those that have replayed what must be shown. */
export interface ReadRoutes {
  /** For single reads of what is public, which take well below a millisecond (see pipelined.ts). */
  reads: Database
  /** For those that may take longer. */
  longReads: Database
  /** For what one person sees: it shows all that was committed before the statement began. */
  ownReads: Database
  replicas: Replicas
}

export interface Replicas {
  /** From now on public reads show all that was committed until now, as they must once caches were cleared. */
  showAllUntilNow(): void
  states(): ReplicaState[]
}

/** The primary answers everything. */
export const withoutReplicas = ({ db, reads }: Pick<ReadRoutesOptions, 'db' | 'reads'>): ReadRoutes => ({
  reads,
  longReads: db,
  ownReads: db,
  replicas: { showAllUntilNow: () => undefined, states: () => [] },
})

interface ReadRoutesOptions {
  /** Of the primary. */
  db: Database
  reads: Database
  urls: readonly string[]
  options: ReadOptions
  log: Log
}

const QUERY_CANCELED = '57014'

/** Another server would take as long. */
const tookTooLong = (error: unknown) => (error as { code?: string }).code === QUERY_CANCELED

function primaryOf(reads: Database): Primary {
  let identity: Promise<string | undefined> | undefined
  return {
    position: () => readPosition(reads),
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

/** The replica that has replayed all of before `mark`, if need be in a moment. */
async function findReplica(replicas: Replica[], mark: number): Promise<Replica | undefined> {
  const there = leastBusy(replicas.filter((replica) => replica.watch.hasConfirmed(mark)))
  if (there) return there
  const coming = leastBusy(replicas.filter((replica) => replica.watch.isFollowing))
  await coming?.watch.catchUp()
  return coming?.watch.hasConfirmed(mark) ? coming : undefined
}

/**
 * Reads that replicas answer. What may be shown is decided by marks: each change that this process is notified of, and each
 * read of somebody's own, sets one, and a replica that has not confirmed it in 50 ms leaves the read to the primary,
 * as does one that is away or fails. Nobody sees less than before, whichever process or replica answers.
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
      showAllUntilNow: () => void (changed = marks.newest += 1),
      states: () => replicas.map((replica) => replica.state()),
    },
    close: async () => void (await Promise.all(replicas.map((replica) => replica.close()))),
  }
}
