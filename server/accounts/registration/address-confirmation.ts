import { LOGIN_LIMIT } from '#contract/limits.ts'
import { ownPath } from '#contract/own-path.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockAccount } from '#server/accounts/account.ts'
import { requestEmailLink } from '#server/accounts/emails/link-requests.ts'
import {
  canOpen,
  getMailedLink,
  type MailedLink,
  takeMailedLink,
} from '#server/accounts/one-time-tokens/service.ts'
import { type AccountRow, selectAccount, updateAccount, updateFullName } from '#server/accounts/queries.ts'
import { giveToOwner } from '#server/accounts/unproved-account.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'
import {
  isRequesting,
  type LinkOpening,
  NOT_SIGNED_IN,
  type OpenedLink,
} from '#server/accounts/sessions/mailed-links.ts'
import { type SignInDeps, signInOrChallenge } from '#server/accounts/sessions/sign-in.ts'
import type { PendingRegistration } from './registration.ts'

interface Confirmed extends OpenedLink {
  /**
   * True if the link was opened in a browser other than the one in which the password was chosen, so the
   * person must choose another.
   */
  choosePassword: boolean
  isUsed: boolean
  /** The site's own path that the person came from. */
  next: string
}

type ConfirmationDeps = SignInDeps & Pick<Context, 'personNames'>

async function getNewAccount(tx: Database, id: string): Promise<AccountRow> {
  const account = await selectAccount(tx, id)
  if (!account) throw new AppError('link-expired')
  return account
}

async function confirmAddress(
  ctx: ConfirmationDeps,
  tx: Database,
  {
    account,
    pending,
    isSameBrowser,
  }: { account: AccountRow; pending: PendingRegistration; isSameBrowser: boolean },
): Promise<void> {
  await giveToOwner(ctx, tx, { accountId: account.id, provedBy: 'verify-email' })
  // Anybody may have registered the address, so a password is accepted only from the browser that opens the
  // link.
  if (isSameBrowser) await updateAccount(tx, account.id, { password_hash: pending.passwordHash })
  // The link may be older than a rule about names.
  const name = await ctx.personNames.firstFitting(pending.name, account.email?.split('@')[0])
  await updateFullName(tx, account.id, name)
}

const NOTHING_CONFIRMED = { signedIn: NOT_SIGNED_IN, choosePassword: false, account: null, isUsed: false }

/** Returns whether the account still has the password chosen at registration, or none at all. */
const isOwnPassword = ({ password_hash: hash }: AccountRow, { passwordHash }: PendingRegistration) =>
  hash === null || hash === passwordHash

interface Confirming {
  link: MailedLink<PendingRegistration>
  isRequester: boolean
  device: ClientDevice
}

/** This also works after the link was used elsewhere: the password counts until somebody chooses another. */
async function confirmAndSignIn(
  ctx: ConfirmationDeps,
  tx: Database,
  { link: { accountId, payload: pending }, isRequester, device }: Confirming,
): Promise<Pick<Confirmed, 'signedIn' | 'choosePassword'>> {
  const before = await getNewAccount(tx, accountId)
  const isFirst = before.email_verified_at === null
  if (isFirst) await confirmAddress(ctx, tx, { account: before, pending, isSameBrowser: isRequester })
  else if (isRequester && before.password_hash === null)
    await updateAccount(tx, accountId, { password_hash: pending.passwordHash })
  const account = await getNewAccount(tx, accountId)
  const choosePassword = isFirst && !isRequester
  const signedIn = await signInOrChallenge(ctx, tx, { account, device, recovery: choosePassword, isFirst })
  return { signedIn, choosePassword }
}

/**
 * Confirms the address by its mailed link and signs in. In another browser than the registering one, the link
 * waits for a tap. A used link reports that it was used, except in the registering browser for an hour.
 */
export async function verifyEmail(
  ctx: ConfirmationDeps,
  { token, confirmed, device }: LinkOpening,
): Promise<Confirmed> {
  const presented = { purpose: 'verify-email', secret: token } as const
  const link = await getMailedLink<PendingRegistration>(ctx.db, presented)
  const account = await getNewAccount(ctx.db, link.accountId)
  const isRequester = isRequesting(link.payload, device)
  const nothing = { ...NOTHING_CONFIRMED, next: ownPath(link.payload.next) }
  const isConfirmed = account.email_verified_at !== null
  if (!canOpen(link, isRequester) || (isConfirmed && !isOwnPassword(account, link.payload)))
    return { ...nothing, isUsed: true }
  if (!isRequester && !confirmed) return { ...nothing, account: account.email }
  return ctx.db.transaction().execute(async (tx) => {
    await lockAccount(tx, { userId: account.id })
    await takeMailedLink(tx, { ...presented, isRequester })
    return { ...nothing, ...(await confirmAndSignIn(ctx, tx, { link, isRequester, device })) }
  })
}

/** The reply and its time are the same whether or not an account has the address. */
export async function resendVerification(
  ctx: Pick<Context, 'db' | 'jobs' | 'limiter' | 'secrets'>,
  { email, device }: { email: string; device: ClientDevice },
): Promise<void> {
  await requestEmailLink(ctx, { mail: 'verify-email', limit: LOGIN_LIMIT, typed: email, device })
}
