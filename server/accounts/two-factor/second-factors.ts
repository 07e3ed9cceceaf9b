import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { deleteRecoveryCode, deleteRecoveryCodes, insertRecoveryCodes, updateLastStep } from './queries.ts'
import { isRecoveryCode, newRecoveryCodes, plainRecoveryCode, shownRecoveryCode } from './recovery-codes.ts'
import { totpStepOf } from './totp.ts'

const ATTEMPTS = { attempts: 5, seconds: 15 * 60 }
/** Five in a quarter of an hour alone would let a patient guesser in within a year or two. */
const ATTEMPTS_PER_DAY = { attempts: 50, seconds: 24 * 60 * 60 }

const recoveryCodeHash = ({ secrets }: Pick<Context, 'secrets'>, accountId: string, code: string) =>
  secrets.digest('recovery-code', `${accountId}:${plainRecoveryCode(code)}`)

interface CodeAttempt {
  key: string
  code: string
}

/** Apart from the app's, so that a phone with a wrong clock uses up nothing of the recovery codes. */
const recoveryKey = (key: string) => `recovery-${key}`

/** Before the code is checked, so that of many at once no more than the limit are. */
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

/** Takes a code of the authenticator app or a recovery code, each of them once: true for one transaction alone. */
export async function takeCode(
  ctx: Pick<Context, 'now' | 'secrets'>,
  tx: Database,
  { account, code }: { account: AccountRow; code: string },
): Promise<boolean> {
  if (isRecoveryCode(code)) return deleteRecoveryCode(tx, account.id, recoveryCodeHash(ctx, account.id, code))
  const sealed = account.totp_secret
  if (sealed === null) return false
  const secret = ctx.secrets.decrypt('totp', sealed)
  const step = await totpStepOf({ secret, code, lastStep: account.totp_last_step, now: ctx.now() })
  return step !== null && updateLastStep(tx, account.id, { secret: sealed, step })
}

/** Returns the new codes, which can be shown only now: hashes are stored. */
export async function replaceRecoveryCodes(
  ctx: Pick<Context, 'secrets'>,
  tx: Database,
  { accountId }: { accountId: string },
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await deleteRecoveryCodes(tx, accountId)
  await insertRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => recoveryCodeHash(ctx, accountId, code)),
  )
  return codes.map(shownRecoveryCode)
}
