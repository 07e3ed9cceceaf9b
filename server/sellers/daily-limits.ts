import { LISTINGS_A_DAY, NEW_CONVERSATIONS_A_DAY, type TrustLevel } from '#contract/limits.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { selectTrustFacts } from './queries.ts'
import { trustLevel } from './rules.ts'

const DAY_SECONDS = 24 * 60 * 60

interface TrustLimit {
  limits: Record<TrustLevel, number>
  /** Refusal for people who can raise the limit at once by verifying their phone. */
  verifyPhone: ProblemCode
  later: ProblemCode
}

const LISTINGS: TrustLimit = {
  limits: LISTINGS_A_DAY,
  verifyPhone: 'verify-phone-to-list',
  later: 'too-many-listings',
}
const CONVERSATIONS: TrustLimit = {
  limits: NEW_CONVERSATIONS_A_DAY,
  verifyPhone: 'verify-phone-to-write',
  later: 'too-many-conversations-today',
}

interface Taking {
  db: Database
  limiter: RateLimiter
  /** Key of the person's count. */
  key: string
  personId: string
  /** True if this site can send the code that verifies a phone. */
  hasSms: boolean
}

async function take({ db, limiter, key, personId, hasSms }: Taking, limit: TrustLimit): Promise<void> {
  const facts = await selectTrustFacts(db, personId)
  const attempts = limit.limits[trustLevel(facts)]
  const code = hasSms && !facts.isPhoneVerified ? limit.verifyPhone : limit.later
  await limiter.take(key, { attempts, seconds: DAY_SECONDS }, code)
}

/** Counts one more published listing. Throws verify-phone-to-list, too-many-listings. */
export async function countListing(
  { db, limiter, sms }: Pick<Context, 'db' | 'limiter' | 'sms'>,
  sellerId: string,
): Promise<void> {
  const key = `publishes:${sellerId}`
  await take({ db, limiter, key, personId: sellerId, hasSms: sms !== undefined }, LISTINGS)
}

/**
 * Runs in the transaction that begins a conversation, which takes the count back if it is refused. `subject`
 * identifies the buyer across all of their accounts. Throws verify-phone-to-write,
 * too-many-conversations-today.
 */
export const countConversation = (
  { sms }: Pick<Context, 'sms'>,
  tx: Database,
  { limiter, buyerId, subject }: { limiter: RateLimiter; buyerId: string; subject: string },
): Promise<void> =>
  take(
    {
      db: tx,
      limiter,
      key: `conversations-today:${subject}`,
      personId: buyerId,
      hasSms: sms !== undefined,
    },
    CONVERSATIONS,
  )
