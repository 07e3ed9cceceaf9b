/** Facts about one of several processes, passed by its supervisor. */
export interface Worker {
  /** Number from 1; a replacement has the number of the process that died. */
  number: number
  /**
   * True for the process that prepares the database and runs jobs; a job that kills it does not affect the others.
   */
  isLead: boolean
  /** True for the first process that opens. */
  isFirst: boolean
  /** Address of the built-in database, which the supervisor runs. */
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

/** Size of the pool of each process; all pools together must not overload the database. */
export const connectionsOf = (processes: number): number =>
  processes === 1
    ? CONNECTIONS_ALONE
    : Math.max(FEWEST_CONNECTIONS, Math.ceil(CONNECTIONS_TOGETHER / processes))
