import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Listener } from '#server/db/listener.ts'
import { ACCESS_TOKEN_SECONDS } from './access-tokens.ts'
import { selectSessionExists } from './queries.ts'

const CHANNEL = 'auth_revoked'
/** An access token that outlives its session is at most this old. */
const KEPT_MILLISECONDS = (ACCESS_TOKEN_SECONDS + 60) * 1000
/** Of more the database is asked as before. */
const STANDING_KEPT = 20_000

export interface Revocations {
  /** Tells every process, once the transaction commits. */
  announce(tx: Database, sessionIds: readonly string[]): Promise<void>
  isRevoked(sessionId: string): Promise<boolean>
  /** Hears of sessions that end, in whatever process. */
  onRevoked(handle: (sessionIds: readonly string[]) => void): void
}

/**
 * Sessions that ended while an access token of theirs may still be good. Known in memory, so that a request costs
 * no query; as long as news may have been missed (at first, and after an interruption) the database is asked, once
 * for each session.
 */
export function revocations(parts: { db: Database; listener: Listener; now?: () => number }): Revocations {
  const { db, listener, now = Date.now } = parts
  const revoked = new Map<string, number>()
  /** Announced here, but not heard yet: whether they have ended depends on a transaction. */
  const announced = new Map<string, number>()
  const handlers: ((sessionIds: readonly string[]) => void)[] = []
  /** What ended before this moment may not have been heard. */
  let hearsSince = Infinity
  /** Seen to stand since then: when one of them ends, that is heard. */
  let standing = new Set<string>()

  function forgetOld(moments: Map<string, number>) {
    for (const [sessionId, at] of moments) {
      if (at > now() - KEPT_MILLISECONDS) break
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
    hearsSince = now()
    standing = new Set()
  })

  async function hasEnded(sessionId: string): Promise<boolean> {
    // Of an interruption meanwhile this one is left behind.
    const seen = standing
    const isHeard = listener.isListening() && hearsSince !== Infinity
    if (!(await selectSessionExists(db, sessionId))) return true
    if (isHeard && seen.size < STANDING_KEPT) seen.add(sessionId)
    return revoked.has(sessionId)
  }

  return {
    onRevoked: (handle) => void handlers.push(handle),
    async announce(tx, sessionIds) {
      forgetOld(announced)
      for (const sessionId of sessionIds) announced.set(sessionId, now())
      // A notification holds 8,000 bytes; an id is 36 characters.
      for (let start = 0; start < sessionIds.length; start += 200) {
        const payload = sessionIds.slice(start, start + 200).join(',')
        await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx)
      }
    },
    async isRevoked(sessionId) {
      if (revoked.has(sessionId)) return true
      if (announced.has(sessionId) || !listener.isListening()) return hasEnded(sessionId)
      const hasHeardAll = now() - hearsSince > KEPT_MILLISECONDS
      return hasHeardAll || standing.has(sessionId) ? false : hasEnded(sessionId)
    },
  }
}
