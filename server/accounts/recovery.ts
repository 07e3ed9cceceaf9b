import { AppError } from '#server/app-error.ts'
import { LOGIN_LIMIT } from '#contract/limits.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { AccountParts, Client } from './account-parts.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { endRecovery, selectAccount, selectMayRecover, updateAccount } from './queries.ts'
import type { SignInResult } from './sign-in.ts'

const BEGUN_WITH_PASSWORD = ['reset-password', 'change-email', 'two-factor'] as const
const RESETS_PER_EMAIL = { tries: 5, seconds: 60 * 60 }
const RESETS_PER_ADDRESS = { tries: 30, seconds: 60 * 60 }

export function recovery(parts: AccountParts) {
  const { db, limiter, sessions, signIn, oneTime, mails, requests } = parts
  return {
    /** Says nothing of whether there is such a person, by its time neither. */
    async requestReset(email: string, client: Client): Promise<void> {
      await limiter.take(`reset-from:${client.address}`, RESETS_PER_ADDRESS)
      await limiter.take(`reset:${email}`, RESETS_PER_EMAIL)
      await requests.ask('reset-password', email)
    },

    /** The link proves that the person reads this address, so it confirms it too. It replaces no second factor. */
    async recover(token: string, client: Client): Promise<SignInResult> {
      return db.transaction().execute(async (tx) => {
        const { accountId } = await oneTime.use(tx, 'reset-password', token)
        const account = await selectAccount(tx, accountId)
        if (!account) throw new AppError('link-expired')
        if (account.email_verified_at === null) {
          await updateAccount(tx, accountId, {
            email_verified_at: new Date().toISOString(),
            password_hash: null,
          })
        }
        return signIn.begin(tx, account, client, { recovery: true })
      })
    },

    /** Needs the current password, or a session that a reset link opened. Every other session ends. */
    async updatePassword(
      viewer: Viewer,
      { password, current }: { password: string; current?: string },
    ): Promise<void> {
      const account = await selectAccount(db, viewer.id)
      if (!account) throw new AppError('session-ended')
      if (!(await selectMayRecover(db, viewer.sessionId))) {
        await limiter.take(`password:${viewer.id}`, LOGIN_LIMIT)
        if (!(await isPassword(account.password_hash, current ?? ''))) throw new AppError('wrong-password')
        await limiter.clear(`password:${viewer.id}`)
      }
      const passwordHash = await hashPassword(password)
      await db.transaction().execute(async (tx) => {
        await updateAccount(tx, viewer.id, { password_hash: passwordHash })
        await endRecovery(tx, viewer.sessionId)
        // What somebody else asked for with the old password must not work any more.
        for (const purpose of BEGUN_WITH_PASSWORD) await oneTime.drop(tx, purpose, viewer.id)
        await sessions.end(tx, viewer.id, { except: viewer.sessionId })
        await mails.queue(tx, { mail: 'password-changed', accountId: viewer.id })
      })
    },
  }
}
