import type pg from 'pg'

export type DatabaseOutage = 'database-away' | 'database-busy' | 'database-read-only' | 'database-full'

/** PostgreSQL's codes; class 08 is the connection's. */
const BY_CODE: Record<string, DatabaseOutage> = {
  '25006': 'database-read-only',
  '53100': 'database-full',
  // Out of memory, too many connections, a limit of its settings.
  '53200': 'database-busy',
  '53300': 'database-busy',
  '53400': 'database-busy',
  // A statement that took too long.
  '57014': 'database-busy',
  // Shut down, crashed, starting, dropped, idle for too long.
  '57P01': 'database-away',
  '57P02': 'database-away',
  '57P03': 'database-away',
  '57P04': 'database-away',
  '57P05': 'database-away',
  // An error of its disk.
  '58030': 'database-away',
  // The user, the password or the database is no longer what it was at the start.
  '28000': 'database-away',
  '28P01': 'database-away',
  '3D000': 'database-away',
}

/** What pg and its pool say without a code. */
const BY_MESSAGE: Record<string, DatabaseOutage> = {
  'timeout exceeded when trying to connect': 'database-busy',
  'timeout expired': 'database-away',
  'Query read timeout': 'database-away',
  'Connection terminated': 'database-away',
  'Connection terminated unexpectedly': 'database-away',
  'Connection terminated due to connection timeout': 'database-away',
  'Client has encountered a connection error and is not queryable': 'database-away',
  'Client was closed and is not queryable': 'database-away',
  // The process ends.
  'Cannot use a pool after calling end on the pool': 'database-away',
  'driver has already been destroyed': 'database-away',
}

/** Errors of the network by their codes alone might be anybody's: these came from a connection to the database. */
const ofConnections = new WeakSet<object>()
export const noteConnectionError = (error: object): void => void ofConnections.add(error)

/** The same of what somebody reports who works with the database alone: of the network, and not of a statement. */
export function noteNetworkError(error: object): void {
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && /^E[A-Z]+$/.test(code)) ofConnections.add(error)
}

/** Why the database could not do something just now, if that is what the error says. */
export function databaseOutageOf(error: object): DatabaseOutage | undefined {
  if (ofConnections.has(error)) return 'database-away'
  const { code = '', message = '', severity } = error as Partial<pg.DatabaseError>
  // Only PostgreSQL speaks of severity.
  if (severity === undefined) return BY_MESSAGE[message]
  return code.startsWith('08') ? 'database-away' : BY_CODE[code]
}
