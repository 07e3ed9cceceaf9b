import { AppError } from '#server/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { AccountParts } from './account-parts.ts'
import { type AccountRow, selectAccount } from './queries.ts'
import { qrPath } from './qr-code.ts'
import { invalidCode } from './invalid-code.ts'
import { secondFactors } from './second-factors.ts'
import {
  deleteRecoveryCodes,
  insertRecoveryCodes,
  updateDisabled,
  updateEnabled,
  updatePendingSecret,
} from './two-factor-queries.ts'
import {
  newRecoveryCodes,
  newTotpSecret,
  shownRecoveryCode,
  totpAddress,
  totpStepOf,
} from './two-factor-rules.ts'

/** Only the person's own typing is counted here: who sends codes to enable knows the secret anyway. */
const SETUP_LIMIT = { tries: 20, seconds: 15 * 60 }

export interface TwoFactorSetup {
  secret: string
  uri: string
  qr: { size: number; path: string }
}

/** Turning two-factor sign-in on and off. The second step itself is in second-step.ts. */
export function twoFactor(parts: AccountParts & { siteName: string; now: () => number }) {
  const { db, limiter, mails, oneTime, secrets, siteName, now } = parts
  const factors = secondFactors(parts)

  async function accountOf(viewer: Viewer): Promise<AccountRow> {
    const account = await selectAccount(db, viewer.id)
    if (!account) throw new AppError('session-ended')
    return account
  }

  return {
    async startTwoFactor(viewer: Viewer): Promise<TwoFactorSetup> {
      await limiter.take(`two-factor-setup:${viewer.id}`, SETUP_LIMIT)
      const { email } = await accountOf(viewer)
      const secret = newTotpSecret()
      const isPending = await updatePendingSecret(db, viewer.id, secrets.encrypt('totp', secret))
      if (!isPending) throw new AppError('two-factor-on')
      const uri = totpAddress({ site: siteName, email, secret })
      return { secret, uri, qr: await qrPath(uri) }
    },

    /** Returns the recovery codes, which nobody can read again. */
    async enableTwoFactor(viewer: Viewer, code: string): Promise<string[]> {
      await limiter.take(`two-factor-setup:${viewer.id}`, SETUP_LIMIT)
      const { totp_enabled_at: enabledAt, totp_secret: sealed } = await accountOf(viewer)
      if (enabledAt !== null) throw new AppError('two-factor-on')
      if (sealed === null) throw new AppError('two-factor-off')
      const secret = secrets.decrypt('totp', sealed)
      const step = await totpStepOf({ secret, code, lastStep: null, now: now() })
      if (step === null) throw invalidCode()
      const codes = newRecoveryCodes()
      const hashes = codes.map((plain) => factors.hashOf(viewer.id, plain))
      await db.transaction().execute(async (tx) => {
        if (!(await updateEnabled(tx, viewer.id, { secret: sealed, step })))
          throw new AppError('two-factor-on')
        await deleteRecoveryCodes(tx, viewer.id)
        await insertRecoveryCodes(tx, viewer.id, hashes)
        await mails.queue(tx, { mail: 'two-factor-on', accountId: viewer.id })
      })
      return codes.map(shownRecoveryCode)
    },

    async disableTwoFactor(viewer: Viewer, code: string): Promise<void> {
      const account = await accountOf(viewer)
      if (account.totp_enabled_at === null) throw new AppError('two-factor-off')
      // A count of its own: whoever guesses within a session does not lock the sign-in.
      await factors.countTry(`two-factor-disable:${viewer.id}`)
      await db.transaction().execute(async (tx) => {
        if (!(await factors.spend(tx, account, code))) throw invalidCode()
        await updateDisabled(tx, viewer.id)
        await deleteRecoveryCodes(tx, viewer.id)
        await oneTime.drop(tx, 'two-factor', viewer.id)
        await mails.queue(tx, { mail: 'two-factor-off', accountId: viewer.id })
      })
      await factors.forgetTries(`two-factor-disable:${viewer.id}`)
    },
  }
}
