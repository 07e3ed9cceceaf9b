import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import {
  deleteRecoveryCode,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  updateEnabled,
  updateLastStep,
  updatePendingSecret,
} from './queries.ts'
import { isRecoveryCode, newRecoveryCodes, plainRecoveryCode, shownRecoveryCode } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

const ATTEMPTS = { attempts: 5, seconds: 15 * 60 }
/** Five in a quarter of an hour without a daily limit would let a patient guesser in within a year or two. */
const ATTEMPTS_PER_DAY = { attempts: 50, seconds: 24 * 60 * 60 }

const recoveryCodeHash = ({ secrets }: Pick<Context, 'secrets'>, accountId: string, code: string) =>
  secrets.digest('recovery-code', `${accountId}:${plainRecoveryCode(code)}`)

interface CodeAttempt {
  key: string
  code: string
}

/** A separate count, so that a phone with a wrong clock does not use up the recovery codes' attempts. */
const recoveryKey = (key: string) => `recovery-${key}`

/** Counts before the code is checked, so that simultaneous attempts cannot exceed the limit. */
export async function countCodeAttempt(take: RateLimiter['take'], { key, code }: CodeAttempt): Promise<void> {
  const counted = isRecoveryCode(code) ? recoveryKey(key) : key
  await take(counted, ATTEMPTS)
  await take(`day-of-${counted}`, ATTEMPTS_PER_DAY)
}

export async function clearCodeAttempts({ limiter }: Pick<Context, 'limiter'>, key: string): Promise<void> {
  for (const counted of [key, recoveryKey(key)]) {
    await limiter.clear(counted)
    await limiter.clear(`day-of-${counted}`)
  }
}

/** Uses up a code of the authenticator app or a recovery code. Returns true for only one transaction. */
export async function takeCode(
  ctx: Pick<Context, 'now' | 'secrets'>,
  tx: Database,
  { account, code }: { account: AccountRow; code: string },
): Promise<boolean> {
  if (isRecoveryCode(code)) return deleteRecoveryCode(tx, account.id, recoveryCodeHash(ctx, account.id, code))
  const sealed = account.totp_secret
  if (sealed === null) return false
  const secret = ctx.secrets.decrypt('totp', sealed)
  const step = await findTotpStep({ secret, code, lastStep: account.totp_last_step, now: ctx.now() })
  return step !== null && updateLastStep(tx, account.id, { secret: sealed, step })
}

/** Returns the new codes, which can be shown only now because only their hashes are stored. */
export async function replaceRecoveryCodes(
  ctx: Pick<Context, 'secrets'>,
  tx: Database,
  { accountId }: { accountId: string },
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await storeRecoveryCodes(ctx, tx, { accountId, codes })
  return codes.map(shownRecoveryCode)
}

async function storeRecoveryCodes(
  ctx: Pick<Context, 'secrets'>,
  tx: Database,
  { accountId, codes }: { accountId: string; codes: string[] },
): Promise<void> {
  await deleteRecoveryCodes(tx, accountId)
  await insertRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => recoveryCodeHash(ctx, accountId, code)),
  )
}

interface KnownFactors {
  accountId: string
  /** Secret of the authenticator app, in base32. */
  secret: string
  /** Ten characters each. */
  recoveryCodes: string[]
}

/** Turns two-factor on with a secret and codes that are known already, as those of demo accounts are. */
export async function storeKnownFactors(
  ctx: Pick<Context, 'secrets'>,
  tx: Database,
  { accountId, secret, recoveryCodes }: KnownFactors,
): Promise<void> {
  const sealed = ctx.secrets.encrypt('totp', secret)
  await updatePendingSecret(tx, accountId, sealed)
  await updateEnabled(tx, accountId, { secret: sealed, step: 0 })
  await storeRecoveryCodes(ctx, tx, { accountId, codes: recoveryCodes })
}
