import { REGISTRATION_LIMIT } from '#contract/limits.ts'
import { ownPath } from '#contract/own-path.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { takeNamed } from '#server/platform/http/limits/named-limit.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import { LINK_SECONDS } from '#server/accounts/emails/link-requests.ts'
import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import { createOneTimeToken } from '#server/accounts/one-time-tokens/service.ts'
import { insertAccount, selectAccount, updateAccount } from '#server/accounts/queries.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'
import { type OpenedSession, openSession } from '#server/accounts/sessions/service.ts'
import type { SignInDeps } from '#server/accounts/sessions/sign-in.ts'
import { requireFreeAddress } from './free-address.ts'

/**
 * A phone network puts thousands of people behind one address: many registrations may succeed, few may fail.
 */
const REGISTRATIONS_PER_ADDRESS = { attempts: 300, seconds: 60 * 60 }
const FAILURES_PER_ADDRESS = { attempts: 100, seconds: 60 * 60 }

/** The payload of the confirmation link, which is applied to the account on confirmation. */
export interface PendingRegistration {
  name: string
  passwordHash: string
  /** The browser in which the password was chosen. */
  browser: string | undefined
  /** The site's own path to open afterwards; absent in older payloads. */
  next?: string
}

interface Registration {
  name: string
  email: string
  password: string
  next?: string
  device: ClientDevice
}

type RegistrationDeps = SignInDeps &
  Pick<Context, 'config' | 'guessablePasswords' | 'limiter' | 'mailAllowance' | 'passwords' | 'personNames'>

async function sendConfirmation(
  ctx: RegistrationDeps,
  tx: Database,
  { accountId, pending }: { accountId: string; pending: PendingRegistration },
): Promise<void> {
  const tokenId = await createOneTimeToken(ctx, tx, {
    purpose: 'verify-email',
    accountId,
    seconds: LINK_SECONDS['verify-email'],
    payload: pending,
  })
  await queueAccountEmail(ctx, tx, { mail: 'verify-email', accountId, tokenId })
}

async function createAccount(ctx: RegistrationDeps, { name, email, password, next, device }: Registration) {
  const { db, config } = ctx
  const { emailVerification } = config.accounts
  const passwordHash = await ctx.passwords.hash(password, device)
  await requireFreeAddress(ctx, db, { email })
  const maySend = emailVerification && (await ctx.mailAllowance.take('unconfirmed', email))
  return db.transaction().execute(async (tx) => {
    const unconfirmed = await requireFreeAddress(ctx, tx, { email })
    const accountId = unconfirmed?.id ?? (await insertAccount(tx, { name, email }))
    if (!accountId) throw new AppError('already-registered')
    if (emailVerification) {
      const pending = { name, passwordHash, browser: device.browser, next: ownPath(next) }
      if (maySend) await sendConfirmation(ctx, tx, { accountId, pending })
      return null
    }
    await updateAccount(tx, accountId, { password_hash: passwordHash })
    const account = await selectAccount(tx, accountId)
    if (!account) throw new AppError('link-expired')
    return openSession(ctx, tx, { account, deviceName: device.name, isFirst: true })
  })
}

/** Returns null if the address must be confirmed first. */
export async function register(ctx: RegistrationDeps, form: Registration): Promise<OpenedSession | null> {
  const { config, limiter, personNames, secrets } = ctx
  if (!config.accounts.signup) throw new AppError('signup-disabled')
  const name = await personNames.require(form.name, 'name')
  await ctx.guessablePasswords.refuse({ field: 'password', text: form.password, about: [name, form.email] })
  const failuresKey = `register-failed-from:${form.device.address}`
  const opened = await countingAnswers(limiter, async (take) => {
    await take(failuresKey, FAILURES_PER_ADDRESS)
    await take(`register-from:${form.device.address}`, REGISTRATIONS_PER_ADDRESS)
    // The key is a hash because the count outlives a deleted account.
    const subject = secrets.digest('registered-address', form.email).toString('base64url')
    await takeNamed(take, {
      name: 'register',
      subject,
      address: form.device.address,
      limit: REGISTRATION_LIMIT,
      perNetwork: REGISTRATION_LIMIT.attempts - 1,
      code: 'too-many-registrations',
    })
    return createAccount(ctx, { ...form, name })
  })
  await limiter.release(failuresKey)
  return opened
}
