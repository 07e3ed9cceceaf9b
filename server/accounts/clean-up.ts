import type { Context } from '#server/context.ts'
import { deleteExpiredSessions, deleteExpiredTokens, deleteStaleRegistrations } from './clean-up-queries.ts'
import { deleteExpiredPhoneCodes } from '#server/accounts/phone/queries.ts'
import { deleteExpiredSignInCodes } from '#server/accounts/phone-sign-in/queries.ts'

/**
 * Deletes expired sessions, links, codes and limit counts, and registrations that were unconfirmed for 30
 * days.
 */
export async function cleanUpAccounts({ db, limiter }: Pick<Context, 'db' | 'limiter'>): Promise<void> {
  await deleteExpiredSessions(db)
  await deleteExpiredTokens(db)
  await deleteExpiredPhoneCodes(db)
  await deleteExpiredSignInCodes(db)
  await deleteStaleRegistrations(db)
  await limiter.forgetExpired()
}
