import { LOGIN_LIMIT } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import type { AccountParts, Client } from './account-parts.ts'
import { isPassword } from './passwords.ts'
import { selectAccountByEmail } from './queries.ts'
import { needsConfirmation } from './rules.ts'
import type { SignInResult } from './sign-in.ts'

const LOGINS_PER_ADDRESS = { tries: 60, seconds: 15 * 60 }

export function login(parts: AccountParts) {
  const { db, settings, limiter, signIn } = parts

  /**
   * SPEC 9's limit counts tries per e-mail. A device that the account signed in on before has a count of its own,
   * so that a stranger's guesses do not lock the owner out.
   */
  const limitKey = (email: string, accountId: string | undefined, client: Client) =>
    accountId && client.knownAccounts.includes(accountId) ? `login-known:${accountId}` : `login:${email}`

  return async (
    { email, password }: { email: string; password: string },
    client: Client,
  ): Promise<SignInResult> => {
    await limiter.take(`login-from:${client.address}`, LOGINS_PER_ADDRESS, 'too-many-logins-here')
    const account = await selectAccountByEmail(db, email)
    const key = limitKey(email, account?.id, client)
    await limiter.take(key, LOGIN_LIMIT, 'too-many-logins')
    const matches = await isPassword(account?.password_hash ?? null, password)
    if (!account || !matches) throw new AppError('invalid-credentials')
    if (needsConfirmation(account, settings)) throw new AppError('email-not-confirmed')
    await limiter.clear(key)
    return db.transaction().execute((tx) => signIn.begin(tx, account, client))
  }
}
