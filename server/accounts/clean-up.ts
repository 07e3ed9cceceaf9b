import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { deleteExpiredSessions, deleteExpiredTokens, deleteStaleRegistrations } from './settings-queries.ts'

/** Removes what has run out: sessions, links, counts of tries, and registrations that nobody confirmed in 30 days. */
export async function cleanUpAccounts(db: Database, limiter: RateLimiter): Promise<void> {
  await deleteExpiredSessions(db)
  await deleteExpiredTokens(db)
  await deleteStaleRegistrations(db)
  await limiter.forgetExpired()
}
