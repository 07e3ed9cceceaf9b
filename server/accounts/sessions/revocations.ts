import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { ACCESS_TOKEN_SECONDS } from './access-tokens.ts'
import { selectSessionExists } from './queries.ts'

const CHANNEL = 'auth_revoked'
/** After this time every access token of an ended session has expired. */
const REMEMBER_MS = (ACCESS_TOKEN_SECONDS + 60) * 1000
/** For sessions beyond this number, each request queries the database. */
const OPEN_MAX = 20_000
/** A notification holds 8,000 bytes; an id is 36 characters. */
const IDS_PER_NOTIFICATION = 200

export type Revocations = ReturnType<typeof createRevocations>

interface RevocationDeps {
  db: Database
  listener: Listener
  now?: () => number
}

/**
 * Remembers in memory which sessions ended while their access tokens may still be valid, so that a request
 * costs no query. While notifications may have been missed (at startup and after an interruption), the
 * database is queried once for each session.
 */
export function createRevocations({ db, listener, now = Date.now }: RevocationDeps) {
  const revoked = new Map<string, number>()
  /** Announced sessions that this process has not received back: their transaction may still fail. */
  const announced = new Map<string, number>()
  const handlers: ((sessionIds: readonly string[]) => void)[] = []
  /** Notifications from before this moment may have been missed. */
  let listeningSince = Infinity
  /** Sessions that the database has confirmed as open since then; a notification reports their end. */
  let open = new Set<string>()

  function forgetOld(moments: Map<string, number>) {
    for (const [sessionId, at] of moments) {
      if (at > now() - REMEMBER_MS) break
      moments.delete(sessionId)
    }
  }

  listener.on(CHANNEL, (payload) => {
    const sessionIds = payload.split(',')
    for (const sessionId of sessionIds) revoked.set(sessionId, now())
    for (const sessionId of sessionIds) announced.delete(sessionId)
    for (const handle of handlers) handle(sessionIds)
    forgetOld(revoked)
  })
  listener.onListening(() => {
    listeningSince = now()
    open = new Set()
  })

  async function hasEnded(sessionId: string): Promise<boolean> {
    // An interruption during the query replaces `open`; the result then goes into the old set, which nothing
    // reads any more.
    const openBefore = open
    const isListening = listener.isListening() && listeningSince !== Infinity
    if (!(await selectSessionExists(db, sessionId))) return true
    if (isListening && openBefore.size < OPEN_MAX) openBefore.add(sessionId)
    return revoked.has(sessionId)
  }

  return {
    /** Calls `handle` with the sessions that end in any process. */
    onRevoked: (handle: (sessionIds: readonly string[]) => void) => void handlers.push(handle),
    /** Notifies every process once the transaction commits. */
    async announce(tx: Database, sessionIds: readonly string[]) {
      forgetOld(announced)
      for (const sessionId of sessionIds) announced.set(sessionId, now())
      for (let start = 0; start < sessionIds.length; start += IDS_PER_NOTIFICATION) {
        const payload = sessionIds.slice(start, start + IDS_PER_NOTIFICATION).join(',')
        await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx)
      }
    },
    async isRevoked(sessionId: string): Promise<boolean> {
      if (revoked.has(sessionId)) return true
      if (announced.has(sessionId) || !listener.isListening()) return hasEnded(sessionId)
      const hasMissedNothing = now() - listeningSince > REMEMBER_MS
      return hasMissedNothing || open.has(sessionId) ? false : hasEnded(sessionId)
    },
  }
}
