import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { getAccount, lockAccount } from '#server/accounts/account.ts'
import { requestEmailLink } from '#server/accounts/emails/link-requests.ts'
import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import { deleteOneTimeTokens } from '#server/accounts/one-time-tokens/service.ts'
import { deleteIdentities, updateAccount, updateDeviceEpoch } from '#server/accounts/queries.ts'
import { giveToOwner } from '#server/accounts/unproved-account.ts'
import type { ClientDevice } from './device.ts'
import { endRecovery, selectRecovery } from './queries.ts'
import { requireFreshProof, requirePassword } from './reauthentication.ts'
import { endSessions, requireOpenSession } from './service.ts'
import { type LinkOpening, type OpenedLink, openLink } from './mailed-links.ts'
import { type SignInDeps, signInOrChallenge } from './sign-in.ts'

/** Tokens that somebody who knew the old password may have requested. */
const REVOKED_WITH_PASSWORD = [
  'reset-password',
  'sign-in-link',
  'confirm-identity',
  'change-email',
  'two-factor',
] as const
const RESETS_PER_EMAIL = { attempts: 5, seconds: 60 * 60 }

/** The reply and its time are the same whether or not an account has the address. */
export async function requestPasswordReset(
  ctx: Pick<Context, 'db' | 'jobs' | 'limiter' | 'secrets'>,
  { email, device }: { email: string; device: ClientDevice },
): Promise<void> {
  await requestEmailLink(ctx, { mail: 'reset-password', limit: RESETS_PER_EMAIL, typed: email, device })
}

/**
 * The link proves that the person reads this address, so it also confirms it. It does not replace a second
 * factor.
 */
export const recoverSession = (ctx: SignInDeps, opening: LinkOpening): Promise<OpenedLink> =>
  openLink(ctx, { ...opening, purpose: 'reset-password' }, async (tx, account) => {
    const accountId = account.id
    const isFirst = account.email_verified_at === null
    if (isFirst) await giveToOwner(ctx, tx, { accountId, provedBy: 'reset-password' })
    const owner = await getAccount(tx, { userId: accountId })
    return signInOrChallenge(ctx, tx, { account: owner, device: opening.device, recovery: true, isFirst })
  })

/**
 * Requires the current password, a fresh proof if there is none, or a session that a reset link opened. Every
 * other session ends, all devices become unknown, and providers log in only by the account's own address. The
 * first password of a new account is not a change.
 */
export async function updatePassword(
  ctx: Pick<
    Context,
    'db' | 'guessablePasswords' | 'jobs' | 'limiter' | 'passwords' | 'revocations' | 'secrets'
  >,
  {
    viewer,
    address,
    password,
    current,
  }: { viewer: Viewer; address: string; password: string; current?: string },
): Promise<void> {
  const { db } = ctx
  await requireOpenSession(ctx, { viewer })
  const account = await getAccount(db, { userId: viewer.id })
  const oldHash = account.password_hash
  const recovery = await selectRecovery(db, viewer.sessionId)
  if (!recovery && oldHash === null) await requireFreshProof(ctx, viewer)
  // Only the form of a reset link sends no current password, so the quarter of an hour in which the link
  // opens the account is over.
  else if (!recovery && current === undefined) throw new AppError('link-expired')
  else if (!recovery)
    await requirePassword(ctx, { viewer, address, passwordHash: oldHash, password: current ?? '' })
  await ctx.guessablePasswords.refuse({ field: 'password', text: password, about: [account.email ?? ''] })
  const isFirst = recovery?.is_first === true && oldHash === null
  const newHash = await ctx.passwords.hash(password, { address, knownAccount: viewer.id })
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, { userId: viewer.id })
    // If this session has ended in the meantime, that was to keep out the person who uses it.
    await requireOpenSession({ db: tx }, { viewer })
    await updateAccount(tx, viewer.id, { password_hash: newHash })
    await endRecovery(tx, viewer.sessionId)
    await deleteOneTimeTokens(tx, { accountId: viewer.id, purposes: REVOKED_WITH_PASSWORD })
    await endSessions(ctx, tx, { accountId: viewer.id, except: viewer.sessionId })
    if (isFirst) return
    await updateDeviceEpoch(tx, viewer.id)
    // Providers with the account's own address are linked again at their next sign-in; one that a thief added
    // is not.
    await deleteIdentities(tx, viewer.id)
    await queueAccountEmail(ctx, tx, { mail: 'password-changed', accountId: viewer.id })
  })
}
