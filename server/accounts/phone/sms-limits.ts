import type { Context } from '#server/context.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import { takeNamed } from '#server/platform/http/limits/named-limit.ts'
import { tryTake, type Limit, type RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { isServed, rangeOf } from '#server/platform/sms/sms-countries.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR
const SENDS_PER_HOUR = { attempts: 5, seconds: HOUR }
const SENDS_PER_DAY = { attempts: 10, seconds: DAY }
/**
 * SMS that one network may send to a number after its first, so that three networks leave some to the
 * number's holder.
 */
const SMS_TO_NUMBER_PER_NETWORK = 3
/** Consecutive numbers rarely belong to real people. */
const SENDS_PER_RANGE = { attempts: 20, seconds: HOUR }
const SMS_TO_RANGE_PER_NETWORK = 4
const ONCE_AN_HOUR = { attempts: 1, seconds: HOUR }

type Take = RateLimiter['take']
type SmsDeps = Pick<Context, 'config' | 'limiter' | 'log' | 'secrets'>

/** The sender of an SMS: an unknown browser, or an account. */
export interface SmsSender {
  /** The browser's hash or the account's id. */
  sender: string
  phone: string
  address: string
}

type Share = 'known' | 'proven' | 'open'

/**
 * Each share's part of SMS_PER_HOUR: a quarter for people on known devices, a quarter for numbers of
 * accounts, and the rest for everybody. Strangers use up only the last.
 */
function limitOf({ perHour }: Context['config']['smsLimits'], share: Share): Limit {
  const quarter = Math.floor(perHour / 4)
  return { attempts: share === 'open' ? perHour - 2 * quarter : quarter, seconds: HOUR }
}

async function logOnce({ config, limiter, log }: SmsDeps, share: Share): Promise<void> {
  const { perHour } = config.smsLimits
  if (await tryTake(limiter.take, `sms-of-site-logged-${share}`, ONCE_AN_HOUR))
    log.error(
      { perHour, share },
      'SMS_PER_HOUR is reached: this share gets no more SMS within this hour. Look at the bill before you raise it.',
    )
}

export const shareKey = (share: Share): string => `sms-of-site-${share}`

/** Returns whether the share has room for one more. */
export async function takeShare(ctx: SmsDeps, take: Take, share: Share): Promise<boolean> {
  const limit = limitOf(ctx.config.smsLimits, share)
  if (limit.attempts > 0 && (await tryTake(take, shareKey(share), limit))) return true
  await logOnce(ctx, share)
  return false
}

export const smsUnavailable = () => new AppError('sms-unavailable', { retryAfterSeconds: HOUR })

/**
 * SMS cost money, some numbers cost a lot, and the network shares the price with the person who requested
 * them. Throws if we do not send to the number.
 */
export function requireServed({ config }: Pick<SmsDeps, 'config'>, phone: string): void {
  const { countries } = config.smsLimits
  if (isServed(phone, countries)) return
  const message = `We send codes only to mobile numbers that begin with ${countries.join(' or ')}`
  throw invalidInput([{ field: 'phone', message }])
}

/** Takes an SMS to an account that the session or device identifies; strangers cannot use up these SMS. */
export async function takeKnownSms(ctx: SmsDeps, take: Take, accountId: string): Promise<void> {
  await take(`phone-code-known:${accountId}`, SENDS_PER_HOUR)
  await take(`phone-code-known-day:${accountId}`, SENDS_PER_DAY)
  if ((await takeShare(ctx, take, 'known')) || (await takeShare(ctx, take, 'open'))) return
  throw smsUnavailable()
}

/**
 * Takes an SMS in all other cases; `purpose` separates the counts of browsers and accounts. Returns whether
 * the open share had room. The answer to a number is the same whether or not an account has it.
 */
export async function takeOpenSms(
  ctx: SmsDeps,
  take: Take,
  { purpose, sender, phone, address }: SmsSender & { purpose: 'sign-in' | 'verify' },
): Promise<boolean> {
  const { perHour } = ctx.config.smsLimits
  await take(`phone-code:${sender}`, SENDS_PER_HOUR)
  await take(`phone-code-day:${sender}`, SENDS_PER_DAY)
  // A phone network puts thousands of people behind one address, but none gets more than a tenth of the SMS.
  await take(`phone-code-from:${address}`, { attempts: Math.max(5, Math.ceil(perHour / 10)), seconds: HOUR })
  await takeNamed(take, {
    name: `phone-code-to-${purpose}`,
    // The key is a hash because the count outlives a deleted account.
    subject: ctx.secrets.digest('sms-number', phone).toString('base64url'),
    address,
    limit: SENDS_PER_DAY,
    perNetwork: SMS_TO_NUMBER_PER_NETWORK,
  })
  return (await takeRange(take, { phone, address })) && takeShare(ctx, take, 'open')
}

async function takeRange(take: Take, { phone, address }: Pick<SmsSender, 'phone' | 'address'>) {
  try {
    const named = { name: 'phone-code-range', subject: rangeOf(phone), address }
    await takeNamed(take, { ...named, limit: SENDS_PER_RANGE, perNetwork: SMS_TO_RANGE_PER_NETWORK })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many-requests') return false
    throw error
  }
}
