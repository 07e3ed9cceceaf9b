import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { tryTake, type Limit, type RateLimiter } from '#server/platform/http/limits/rate-limit.ts'

/**
 * A code has four digits, and a stranger who has one sent to their browser or account may guess it. The first
 * guess at a code is always checked, so that strangers' wrong guesses never block a correct one; further
 * guesses are checked only while few were wrong. In a day, strangers therefore get at most 26 guesses for one
 * number: one for each code that they may have sent, 10 to sign in and 10 to verify the number, and 6 more.
 * With 20 networks they get 46, because they may have 20 codes of each kind sent. With 10,000 possible codes,
 * 26 guesses succeed on one day in 380, and within three months for one number in five, and an SMS announces
 * each code to the holder. For all numbers together, strangers get one guess for each SMS of an hour and 60
 * more.
 */
const HOUR = 60 * 60
const WRONG_FOR_NUMBER: Limit = { attempts: 6, seconds: 24 * HOUR }
const WRONG_FROM_ADDRESS: Limit = { attempts: 40, seconds: HOUR }
const WRONG_FROM_ADDRESS_A_DAY: Limit = { attempts: 150, seconds: 24 * HOUR }
const WRONG_ON_SITE: Limit = { attempts: 60, seconds: HOUR }
/** The limit on a device on which the number's account signed in, or in that account. */
const WRONG_OF_KNOWN: Limit = { attempts: 10, seconds: 24 * HOUR }

export interface Guess {
  phone: string
  /** The client's network. */
  address: string
  /** The number's account, if the site knows who guesses. */
  knownAccount: string | undefined
  /** Guesses at this code so far, including the current one. */
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
 * Counts a guess as wrong until it turns out to be correct, so that simultaneous guesses cannot exceed the
 * limits. Only further guesses at one code are refused; the message advises people to request another.
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
