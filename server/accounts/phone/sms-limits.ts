import type { Context } from '#server/context.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import { isServed, rangeOf } from '#server/platform/sms/sms-countries.ts'

const HOUR = 60 * 60
const SENDS_PER_HOUR = { attempts: 5, seconds: HOUR }
/** A phone network puts thousands of people behind one address. */
const SENDS_PER_ADDRESS = { attempts: 100, seconds: HOUR }
/** Four digits and five attempts: ten codes a day leave a guesser one chance in two hundred. */
const SENDS_PER_DAY = { attempts: 10, seconds: 24 * HOUR }
/** Numbers side by side are rarely real people's. */
const SENDS_PER_RANGE = { attempts: 20, seconds: HOUR }
const ONCE_AN_HOUR = { attempts: 1, seconds: HOUR }

interface SmsRequest {
  /** Who has it sent: an account, or a browser. */
  sender: string
  /** The account that the number leads to, on a device that it was open on: strangers cannot use up its SMS. */
  knownAccount?: string
  phone: string
  address: string
}

const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'too-many-requests'

async function takeSiteLimit({
  config,
  limiter,
  log,
}: Pick<Context, 'config' | 'limiter' | 'log'>): Promise<void> {
  const { perHour } = config.smsLimits
  try {
    await limiter.take('sms-of-site', { attempts: perHour, seconds: HOUR })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const isFirst = await limiter.take('sms-of-site-logged', ONCE_AN_HOUR).then(
      () => true,
      () => false,
    )
    if (isFirst) log.error({ perHour }, 'SMS_PER_HOUR is met: no more SMS are sent within this hour')
    throw new AppError('sms-unavailable', { retryAfterSeconds: HOUR })
  }
}

/**
 * Refused for numbers that are not served, and beyond the limits. SMS cost money, and to some numbers a lot of it, which
 * the network shares with the person who had them sent.
 */
export async function takeSmsLimits(
  ctx: Pick<Context, 'config' | 'limiter' | 'log' | 'secrets'>,
  { sender, knownAccount, phone, address }: SmsRequest,
): Promise<void> {
  const { limiter, config, secrets } = ctx
  const { countries } = config.smsLimits
  if (!isServed(phone, countries)) {
    const message = `We send codes only to mobile numbers that begin with ${countries.join(' or ')}`
    throw invalidInput([{ field: 'phone', message }])
  }
  if (knownAccount === undefined) {
    // A hash, because the count outlives a deleted account.
    const number = secrets.digest('sms-number', phone).toString('base64url')
    await limiter.take(`phone-code-from:${address}`, SENDS_PER_ADDRESS)
    await limiter.take(`phone-code:${sender}`, SENDS_PER_HOUR)
    await limiter.take(`phone-code-day:${sender}`, SENDS_PER_DAY)
    await limiter.take(`phone-code-to:${number}`, SENDS_PER_HOUR)
    await limiter.take(`phone-code-to-day:${number}`, SENDS_PER_DAY)
    await limiter.take(`phone-code-range:${rangeOf(phone)}`, SENDS_PER_RANGE)
  } else {
    await limiter.take(`phone-code-known:${knownAccount}`, SENDS_PER_HOUR)
    await limiter.take(`phone-code-known-day:${knownAccount}`, SENDS_PER_DAY)
  }
  // Last, so that what is refused anyway uses up nothing of it.
  await takeSiteLimit(ctx)
}
