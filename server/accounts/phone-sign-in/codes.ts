import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import type { Limit, RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { defineJob, type JobRun } from '#server/platform/jobs/job-kind.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import { CODE_SECONDS, codeOf, isSameCode, smsText } from '#server/accounts/phone/sms-codes.ts'
import { takeSmsLimits } from '#server/accounts/phone/sms-limits.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'
import { invalidCode } from '#server/accounts/two-factor/invalid-code.ts'
import {
  countSignInAttempt,
  replaceSignInCode,
  returnSignInAttempt,
  selectAccountOfNumber,
  selectSignInCode,
  type SignInCodeRow,
} from './queries.ts'

/** A code has four digits, so wrong ones count by number, by address and for the whole site as well. */
const HOUR = 60 * 60
const WRONG_FOR_NUMBER: Limit = { attempts: 10, seconds: 24 * HOUR }
const WRONG_FROM_ADDRESS: Limit = { attempts: 40, seconds: HOUR }
const WRONG_FROM_ADDRESS_A_DAY: Limit = { attempts: 150, seconds: 24 * HOUR }
const WRONG_ON_SITE: Limit = { attempts: 300, seconds: HOUR }

interface SignInCodeJob {
  /** The row that the code is derived from; the code itself is in no job. */
  codeId: string
}

/** A late code is of no use, so there are few retries, soon after each other. */
export const PHONE_SIGN_IN_CODE = defineJob<SignInCodeJob>('phone-sign-in-code', {
  retries: 4,
  retryDelaySeconds: 5,
})

/** The browser that typed a number, by the name that it was given. */
export type NamedDevice = ClientDevice & { browser: string }

const signInCode = (secrets: Secrets, { id, phone, browser }: SignInCodeRow) =>
  codeOf(secrets, 'phone-sign-in', [id, phone, browser])

export async function sendSmsToSignIn(
  { db, secrets, site, sms }: Pick<Context, 'db' | 'secrets' | 'site' | 'sms'>,
  { codeId }: SignInCodeJob,
  { id }: Pick<JobRun, 'id'>,
): Promise<void> {
  const row = await selectSignInCode(db, codeId)
  if (!row || !sms) return
  await sms.send(row.phone, smsText(signInCode(secrets, row), site), id)
}

/** The account that the number leads to, if it was open on this device before. Of any other, nothing is looked up. */
async function findKnownAccount(
  { db }: Pick<Context, 'db'>,
  phone: string,
  { knownAccounts }: ClientDevice,
): Promise<string | undefined> {
  if (knownAccounts.length === 0) return undefined
  return selectAccountOfNumber(
    db,
    phone,
    knownAccounts.map(({ id }) => id),
  )
}

/** Does the same work whether an account has that number or not. */
export async function requestPhoneSignIn(
  ctx: Pick<Context, 'config' | 'db' | 'jobs' | 'limiter' | 'log' | 'secrets' | 'sms'>,
  { phone, device }: { phone: string; device: NamedDevice },
): Promise<void> {
  if (!ctx.sms) throw new AppError('sms-unavailable')
  const knownAccount = await findKnownAccount(ctx, phone, device)
  const { browser, address } = device
  await takeSmsLimits(ctx, { sender: browser, knownAccount, phone, address })
  await ctx.db.transaction().execute(async (tx) => {
    const codeId = await replaceSignInCode(tx, { phone, browser, seconds: CODE_SECONDS })
    await ctx.jobs.enqueue(tx, PHONE_SIGN_IN_CODE, { codeId })
  })
}

/** Counted as wrong until it turns out to be right, so that of many at once no more than the limit are compared. */
async function countGuess(take: RateLimiter['take'], keys: Record<string, Limit>): Promise<void> {
  for (const [key, limit] of Object.entries(keys)) await take(key, limit)
}

/**
 * The row of a right code, which stays valid until it is deleted. Neither guesses for a number nor a bad neighbour lock
 * its owner out of a device that they know. Refused: phone-code-expired, invalid-code, too-many-requests.
 */
export async function requireSignInCode(
  ctx: Pick<Context, 'db' | 'limiter' | 'secrets'>,
  { phone, code, device }: { phone: string; code: string; device: NamedDevice },
): Promise<SignInCodeRow> {
  const { db, limiter, secrets } = ctx
  const { browser, address } = device
  const knownAccount = await findKnownAccount(ctx, phone, device)
  const number = secrets.digest('sms-number', phone).toString('base64url')
  const keys: Record<string, Limit> =
    knownAccount === undefined
      ? {
          [`wrong-sms-code:${number}`]: WRONG_FOR_NUMBER,
          [`wrong-sms-code-from:${address}`]: WRONG_FROM_ADDRESS,
          [`wrong-sms-code-from-day:${address}`]: WRONG_FROM_ADDRESS_A_DAY,
          'wrong-sms-code-of-site': WRONG_ON_SITE,
        }
      : { [`wrong-sms-code-known:${knownAccount}`]: WRONG_FOR_NUMBER }
  const found = await countingAnswers(limiter, async (take) => {
    // Without a code there is nothing to guess, and nothing counts.
    const row = await countSignInAttempt(db, { phone, browser })
    if (!row) throw new AppError('phone-code-expired')
    await countGuess(take, keys)
    if (!isSameCode(code, signInCode(secrets, row))) throw invalidCode()
    await returnSignInAttempt(db, row.id)
    return row
  })
  for (const key of Object.keys(keys)) await limiter.release(key)
  return found
}
