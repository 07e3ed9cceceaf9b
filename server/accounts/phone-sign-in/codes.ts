import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countingSuccesses, countingRefusals } from '#server/platform/http/limits/counting-answers.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { defineJob, type JobRun } from '#server/platform/jobs/job-kind.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import { countGuess } from '#server/accounts/phone/guesses.ts'
import { CODE_SECONDS, deriveCode, isSameCode, smsText } from '#server/accounts/phone/sms-codes.ts'
import {
  requireServed,
  shareKey,
  smsUnavailable,
  takeKnownSms,
  takeOpenSms,
  takeShare,
} from '#server/accounts/phone/sms-limits.ts'
import { selectAccountByPhone } from '#server/accounts/queries.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'
import { invalidCode } from '#server/accounts/two-factor/invalid-code.ts'
import { type BrowserCheckDeps, requireBrowserCheck } from './browser-check.ts'
import {
  countSignInAttempt,
  replaceSignInCode,
  returnSignInAttempts,
  selectAccountOfNumber,
  selectSignInCode,
  type SignInCodeRow,
} from './queries.ts'

interface SignInCodeJob {
  /** Id of the row that determines the code; the code itself is in no job. */
  codeId: string
}

/** A late code is useless, so there are only a few quick retries. */
export const PHONE_SIGN_IN_CODE = defineJob<SignInCodeJob>('phone-sign-in-code', {
  retries: 4,
  retryDelaySeconds: 5,
})

type CodeDeps = Pick<Context, 'config' | 'db' | 'jobs' | 'limiter' | 'log' | 'now' | 'secrets' | 'sms'> &
  BrowserCheckDeps

/** The browser in which a number was typed, with the name we gave it. */
export type NamedDevice = ClientDevice & { browser: string }

const signInCode = (secrets: Secrets, { id, phone, browser }: SignInCodeRow) =>
  deriveCode(secrets, 'phone-sign-in', [id, phone, browser])

export async function sendSmsToSignIn(
  { db, secrets, site, sms }: Pick<Context, 'db' | 'secrets' | 'site' | 'sms'>,
  { codeId }: SignInCodeJob,
  { id }: Pick<JobRun, 'id'>,
): Promise<void> {
  const row = await selectSignInCode(db, codeId)
  if (!row || !sms) return
  await sms.send(row.phone, smsText(signInCode(secrets, row), site), id)
}

/** Finds the number's account if it was signed in on this device before; no other account is looked up. */
async function findKnownAccount({ db }: Pick<Context, 'db'>, phone: string, { knownAccounts }: ClientDevice) {
  if (knownAccounts.length === 0) return undefined
  return selectAccountOfNumber(
    db,
    phone,
    knownAccounts.map(({ id }) => id),
  )
}

interface CodeRequest {
  phone: string
  device: NamedDevice
  /** The answer to the browser check; not needed on a device of the number's account. */
  proof: string | undefined
}

/**
 * Takes an SMS for a browser that never signed in to the number's account. While strangers use up the open
 * share, numbers of accounts still get their codes, and the answer is the same for all numbers. Returns
 * whether this number gets a code.
 */
async function takeStrangersSms(
  ctx: CodeDeps,
  take: RateLimiter['take'],
  { phone, device }: { phone: string; device: NamedDevice },
): Promise<{ isSent: boolean; onlyKnown: boolean }> {
  // Always looked up, so that every number takes the same time.
  const isProven = (await selectAccountByPhone(ctx.db, phone)) !== undefined
  const { browser: sender, address } = device
  if (await takeOpenSms(ctx, take, { purpose: 'sign-in', sender, phone, address }))
    return { isSent: true, onlyKnown: false }
  if (!(await takeShare(ctx, take, 'proven'))) throw smsUnavailable()
  if (!isProven) await ctx.limiter.release(shareKey('proven'))
  return { isSent: isProven, onlyKnown: true }
}

/**
 * Does the same work whether or not an account has the number. Returns whether only numbers of accounts get
 * codes now.
 */
export async function requestPhoneSignIn(
  ctx: CodeDeps,
  { phone, device, proof }: CodeRequest,
): Promise<{ onlyKnown: boolean }> {
  if (!ctx.sms) throw new AppError('sms-unavailable')
  requireServed(ctx, phone)
  const knownAccount = await findKnownAccount(ctx, phone, device)
  const { browser } = device
  if (knownAccount === undefined) await requireBrowserCheck(ctx, { proof, browser })
  const { isSent, onlyKnown } = await countingSuccesses(ctx.limiter, async (take) => {
    if (knownAccount === undefined) return takeStrangersSms(ctx, take, { phone, device })
    await takeKnownSms(ctx, take, knownAccount)
    return { isSent: true, onlyKnown: false }
  })
  if (isSent)
    await ctx.db.transaction().execute(async (tx) => {
      const codeId = await replaceSignInCode(tx, { phone, browser, seconds: CODE_SECONDS })
      await ctx.jobs.enqueue(tx, PHONE_SIGN_IN_CODE, { codeId })
    })
  return { onlyKnown }
}

/**
 * Returns the row of a correct code, which stays valid until it is deleted. Neither strangers' guesses nor
 * neighbours on the same network lock the owner out. Throws phone-code-expired or invalid-code.
 */
export async function requireSignInCode(
  ctx: Pick<Context, 'db' | 'limiter' | 'secrets'>,
  { phone, code, device }: { phone: string; code: string; device: NamedDevice },
): Promise<SignInCodeRow> {
  const { db, limiter, secrets } = ctx
  const { browser, address } = device
  const knownAccount = await findKnownAccount(ctx, phone, device)
  return countingRefusals(limiter, async (take) => {
    // Without a code there is nothing to guess, so nothing is counted.
    const row = await countSignInAttempt(db, { phone, browser })
    if (!row) throw new AppError('phone-code-expired')
    await countGuess(ctx, take, { phone, address, knownAccount, guesses: row.guesses })
    if (!isSameCode(code, signInCode(secrets, row))) throw invalidCode()
    await returnSignInAttempts(db, row.id)
    return row
  })
}
