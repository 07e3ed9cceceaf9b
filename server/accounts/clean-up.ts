import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { deleteExpiredSessions, deleteExpiredTokens, deleteStaleRegistrations } from './clean-up-queries.ts'
import { deleteExpiredPhoneCodes } from './phone-queries.ts'

/** Removes what has run out: sessions, links, codes, counts of tries, and registrations that nobody confirmed in 30 days. */
export async function cleanUpAccounts(db: Database, limiter: RateLimiter): Promise<void> {
  await deleteExpiredSessions(db)
  await deleteExpiredTokens(db)
  await deleteExpiredPhoneCodes(db)
  await deleteStaleRegistrations(db)
  await limiter.forgetExpired()
}
