import { LOGIN_LIMIT } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { AccountParts } from './account-parts.ts'
import { isPassword } from './passwords.ts'
import { selectAccount } from './queries.ts'
import { selectSessionAge, stampReauthentication } from './settings-queries.ts'

/** Those who have no password show by a sign-in this young that it is them. */
const YOUNG_SESSION_SECONDS = 15 * 60

export interface Proof {
  password?: string
  word?: string
}

export function reauthentication({ db, limiter }: Pick<AccountParts, 'db' | 'limiter'>) {
  /** Refused with `wrong-password`, or with `sign-in-too-old` where the account has no password. */
  async function requireProof(viewer: Viewer, password: string | undefined): Promise<void> {
    const account = await selectAccount(db, viewer.id)
    const age = await selectSessionAge(db, viewer.sessionId)
    if (!account || age === undefined) throw new AppError('session-ended')
    if (account.password_hash === null) {
      if (age >= YOUNG_SESSION_SECONDS) throw new AppError('sign-in-too-old')
      return
    }
    await limiter.take(`password:${viewer.id}`, LOGIN_LIMIT)
    if (!(await isPassword(account.password_hash, password ?? ''))) throw new AppError('wrong-password')
    await limiter.clear(`password:${viewer.id}`)
  }

  return {
    requireProof,
    /** Stamps the session, so that what cannot be undone may follow. */
    async reauthenticate(viewer: Viewer, { password, word }: Proof): Promise<void> {
      // Neither given is no proof of anything, not even of meaning it.
      if (password === undefined && word === undefined) throw new AppError('wrong-password')
      await requireProof(viewer, password)
      await stampReauthentication(db, viewer.sessionId)
    },
  }
}
