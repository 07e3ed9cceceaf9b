import type { Database } from '#server/db/connect.ts'
import type { AccountParts } from './account-parts.ts'
import type { AccountRow } from './queries.ts'
import { deleteRecoveryCode, updateLastStep } from './two-factor-queries.ts'
import { isRecoveryCode, plainRecoveryCode, totpStepOf } from './two-factor-rules.ts'

const TRIES = { tries: 5, seconds: 15 * 60 }
/** Five in a quarter of an hour alone would let a patient guesser in within a year or two. */
const TRIES_PER_DAY = { tries: 50, seconds: 24 * 60 * 60 }

interface FactorParts extends Pick<AccountParts, 'limiter' | 'secrets'> {
  now: () => number
}

/** Taking a code of the app, or a recovery code: each of them once. */
export function secondFactors({ limiter, secrets, now }: FactorParts) {
  const hashOf = (accountId: string, code: string) =>
    secrets.digest('recovery-code', `${accountId}:${plainRecoveryCode(code)}`)

  return {
    hashOf,

    /** Counts before the code is looked at, so that of many at once no more than the limit are. */
    async countTry(key: string): Promise<void> {
      await limiter.take(key, TRIES)
      await limiter.take(`${key}:day`, TRIES_PER_DAY)
    },
    async forgetTries(key: string): Promise<void> {
      await limiter.clear(key)
      await limiter.clear(`${key}:day`)
    },

    /** True for the one transaction that gets it; a rolled back one gives it back. */
    async spend(tx: Database, account: AccountRow, code: string): Promise<boolean> {
      if (isRecoveryCode(code)) return deleteRecoveryCode(tx, account.id, hashOf(account.id, code))
      const sealed = account.totp_secret
      if (sealed === null) return false
      const secret = secrets.decrypt('totp', sealed)
      const step = await totpStepOf({ secret, code, lastStep: account.totp_last_step, now: now() })
      return step !== null && updateLastStep(tx, account.id, { secret: sealed, step })
    },
  }
}
