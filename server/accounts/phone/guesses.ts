import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { tryTake, type Limit, type RateLimiter } from '#server/platform/http/limits/rate-limit.ts'

/**
 * A code has four digits, and a stranger who has one sent to their browser or account may guess it. The first guess at a
 * code is always looked at, so that strangers' wrong ones never stop a right one; further ones only while few were wrong.
 * Of 10,000 codes strangers therefore guess for one number in a day: one for each code that they may have sent to sign in
 * and to verify it (10 each, or 20 from as many networks) and 6 more, so at most 26 (46). One in 380 gets through at best,
 * after a quarter of a year of days one in five, with every code announced to the holder by an SMS. Over all numbers it is
 * one for each SMS of an hour and 60 more.
 */
const HOUR = 60 * 60
const WRONG_FOR_NUMBER: Limit = { attempts: 6, seconds: 24 * HOUR }
const WRONG_FROM_ADDRESS: Limit = { attempts: 40, seconds: HOUR }
const WRONG_FROM_ADDRESS_A_DAY: Limit = { attempts: 150, seconds: 24 * HOUR }
const WRONG_ON_SITE: Limit = { attempts: 60, seconds: HOUR }
/** On a device that the account of the number was open on, or in that account. */
const WRONG_OF_KNOWN: Limit = { attempts: 10, seconds: 24 * HOUR }

export interface Guess {
  phone: string
  /** Of the network. */
  address: string
  /** The account that the number leads to, where the site knows who guesses. */
  knownAccount: string | undefined
  /** Guesses at this code so far, with the present one. */
  guesses: number
}

function limitsOf({ secrets }: Pick<Context, 'secrets'>, { phone, address, knownAccount }: Guess) {
  if (knownAccount !== undefined) return { [`wrong-sms-code-known:${knownAccount}`]: WRONG_OF_KNOWN }
  const number = secrets.digest('sms-number', phone).toString('base64url')
  return {
    [`wrong-sms-code:${number}`]: WRONG_FOR_NUMBER,
    [`wrong-sms-code-from:${address}`]: WRONG_FROM_ADDRESS,
    [`wrong-sms-code-from-day:${address}`]: WRONG_FROM_ADDRESS_A_DAY,
    'wrong-sms-code-of-site': WRONG_ON_SITE,
  }
}

/**
 * Counts a guess as wrong until it turns out to be right, so that of many at once no more than the limits are compared.
 * Refused are only further guesses at one code, with the advice to request another.
 */
export async function countGuess(
  ctx: Pick<Context, 'secrets'>,
  take: RateLimiter['take'],
  guess: Guess,
): Promise<void> {
  for (const [key, limit] of Object.entries(limitsOf(ctx, guess))) {
    const isWithin = await tryTake(take, key, limit)
    if (!isWithin && guess.guesses > 1) throw new AppError('phone-code-expired')
  }
}
