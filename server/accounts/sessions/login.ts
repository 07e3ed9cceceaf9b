import { LOGIN_LIMIT } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { lockAccount } from '#server/accounts/account.ts'
import { findOneTimePayload } from '#server/accounts/one-time-tokens/service.ts'
import { type AccountRow, selectAccountByEmail } from '#server/accounts/queries.ts'
import type { PendingRegistration } from '#server/accounts/registration/registration.ts'
import { isKnownDevice, needsConfirmation } from '#server/accounts/rules.ts'
import type { ClientDevice } from './device.ts'
import { type SignInDeps, signInOrChallenge, type SignInResult } from './sign-in.ts'

/** A phone network puts thousands of people behind one address, so only failures count. */
const FAILURES_PER_ADDRESS = { attempts: 200, seconds: 15 * 60 }
/**
 * Correct passwords count as well, because each one costs a hash. Attempts that were refused before cost none
 * and do not count.
 */
const PASSWORD_CHECKS = { attempts: 60, seconds: 15 * 60 }

interface Login {
  email: string
  password: string
  device: ClientDevice
}

type LoginDeps = SignInDeps & Pick<Context, 'config' | 'limiter' | 'passwords'>

/** Looked up if nobody has the address, so that it takes the same time. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Until an address is confirmed, its password is in the pending registration. */
async function findPasswordHash({ db }: Pick<Context, 'db'>, account: AccountRow | undefined) {
  const pending = await findOneTimePayload<PendingRegistration>(db, {
    purpose: 'verify-email',
    accountId: account?.id ?? NOBODY,
  })
  const pendingHash = account?.email_verified_at === null ? pending?.passwordHash : undefined
  return account?.password_hash ?? pendingHash ?? null
}

/**
 * SPEC 9 limits attempts per e-mail address. A device on which the account signed in before has its own
 * counts and none for its network, so that neither a stranger's guesses nor a bad neighbour locks the owner
 * out. Attempts count before the password is checked, so that simultaneous ones cannot exceed the limit; a
 * success is taken back.
 */
async function checkCredentials(
  ctx: LoginDeps,
  { email, password, device }: Login,
  take: RateLimiter['take'],
): Promise<AccountRow> {
  const account = await selectAccountByEmail(ctx.db, email)
  const isKnown = account !== undefined && isKnownDevice(device, account)
  const addressKey = `login-from:${device.address}`
  if (!isKnown) await take(addressKey, FAILURES_PER_ADDRESS, 'too-many-logins-here')
  const key = isKnown ? `login-known:${account.id}` : `login:${email}`
  const checksKey = isKnown ? `password-checks-known:${account.id}` : `password-checks:${email}`
  await take(key, LOGIN_LIMIT, 'too-many-logins')
  await take(checksKey, PASSWORD_CHECKS, 'too-many-logins')
  const owner = { address: device.address, knownAccount: isKnown ? account.id : undefined }
  const matches = await ctx.passwords.matches(await findPasswordHash(ctx, account), password, owner)
  if (!account || !matches) throw new AppError('invalid-credentials')
  await ctx.limiter.clear(key)
  if (!isKnown) await ctx.limiter.release(addressKey)
  return account
}

/** A password that changed while the typed one waited to be checked no longer opens the account. */
export async function logIn(ctx: LoginDeps, login: Login): Promise<SignInResult> {
  const account = await countingAnswers(ctx.limiter, (take) => checkCredentials(ctx, login, take))
  if (needsConfirmation(account, ctx.config.accounts)) throw new AppError('email-not-confirmed')
  return ctx.db.transaction().execute(async (tx) => {
    const current = await lockAccount(tx, { userId: account.id })
    if (current.password_hash !== account.password_hash) throw new AppError('invalid-credentials')
    return signInOrChallenge(ctx, tx, { account: current, device: login.device })
  })
}
