import type pg from 'pg'

export type DatabaseOutage = 'database-away' | 'database-busy' | 'database-read-only' | 'database-full'

/** Outages by PostgreSQL's codes; codes of class 08 concern the connection. */
const BY_CODE: Record<string, DatabaseOutage> = {
  '25006': 'database-read-only',
  '53100': 'database-full',
  // Out of memory, too many connections, configuration limit exceeded.
  '53200': 'database-busy',
  '53300': 'database-busy',
  '53400': 'database-busy',
  // Statement timeout.
  '57014': 'database-busy',
  // Shutdown, crash, startup, dropped database, idle timeout.
  '57P01': 'database-away',
  '57P02': 'database-away',
  '57P03': 'database-away',
  '57P04': 'database-away',
  '57P05': 'database-away',
  // I/O error of the disk.
  '58030': 'database-away',
  // The user, the password or the database has changed since the start.
  '28000': 'database-away',
  '28P01': 'database-away',
  '3D000': 'database-away',
}

/** Outages by messages of pg and its pool, which have no code. */
const BY_MESSAGE: Record<string, DatabaseOutage> = {
  'timeout exceeded when trying to connect': 'database-busy',
  'timeout expired': 'database-away',
  'Query read timeout': 'database-away',
  'Connection terminated': 'database-away',
  'Connection terminated unexpectedly': 'database-away',
  'Connection terminated due to connection timeout': 'database-away',
  'Client has encountered a connection error and is not queryable': 'database-away',
  'Client was closed and is not queryable': 'database-away',
  // The process is ending.
  'Cannot use a pool after calling end on the pool': 'database-away',
  'driver has already been destroyed': 'database-away',
}

/** Errors that came from a connection to the database. The codes of network errors do not show this. */
const connectionErrors = new WeakSet<object>()
export const noteConnectionError = (error: object): void => void connectionErrors.add(error)

/**
 * Also notes network errors from code that connects to nothing but the database. Errors of statements are not noted.
 */
export function noteNetworkError(error: object): void {
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && /^E[A-Z]+$/.test(code)) connectionErrors.add(error)
}

/** Returns the outage that caused an error; undefined if there was none. */
export function databaseOutageOf(error: object): DatabaseOutage | undefined {
  if (connectionErrors.has(error)) return 'database-away'
  const { code = '', message = '', severity } = error as Partial<pg.DatabaseError>
  // Only errors from PostgreSQL have a severity.
  if (severity === undefined) return BY_MESSAGE[message]
  return code.startsWith('08') ? 'database-away' : BY_CODE[code]
}
