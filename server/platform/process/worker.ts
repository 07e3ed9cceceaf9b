/** What one of several processes knows of itself, by the one that began it. */
export interface Worker {
  /** From 1 on; what replaces a process that died has its number. */
  number: number
  /** One of them prepares the database and runs jobs: what kills its process leaves the others alone. */
  isLead: boolean
  /** Whether it is the first that opens. */
  isFirst: boolean
  /** Of the database that comes along, which belongs to the one that began it. */
  databaseUrl: string | undefined
  reportOpen(): void
}

type WorkerFacts = Omit<Worker, 'reportOpen'>

export const OPEN = 'open'
const VARIABLE = 'SANKOFA_SEAT'

export const workerVariables = (facts: WorkerFacts): Record<string, string> => ({
  [VARIABLE]: JSON.stringify(facts),
})

export function readWorker(variables: Record<string, string | undefined>): Worker {
  const facts = JSON.parse(variables[VARIABLE] ?? '') as WorkerFacts
  return { ...facts, reportOpen: () => void process.send?.(OPEN) }
}

const CONNECTIONS_ALONE = 10
const CONNECTIONS_TOGETHER = 20
const FEWEST_CONNECTIONS = 4

/** How many connections the pool of one of so many processes has: together they should not drown the database. */
export const connectionsOf = (processes: number): number =>
  processes === 1
    ? CONNECTIONS_ALONE
    : Math.max(FEWEST_CONNECTIONS, Math.ceil(CONNECTIONS_TOGETHER / processes))
