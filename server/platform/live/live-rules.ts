import type { Viewer } from '#server/platform/http/viewer.ts'

/** Rules for connections, which app.ts supplies from the accounts. */
export interface LiveRules {
  /** Reads an access token; throws `session-ended` if it is not valid. `expiresAt` is in seconds since 1970. */
  readToken(token: string): Promise<Viewer & { expiresAt: number }>
  /** Filters the sessions that have not ended. */
  listOpenSessions(sessionIds: readonly string[]): Promise<string[]>
  /** Calls `handle` with the sessions that end, in any process. */
  onSessionsEnded(handle: (sessionIds: readonly string[]) => void): void
}
