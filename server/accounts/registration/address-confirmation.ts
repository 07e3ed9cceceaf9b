import { LOGIN_LIMIT } from '#contract/limits.ts'
import { ownPath } from '#contract/own-path.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { requestEmailLink } from '#server/accounts/emails/link-requests.ts'
import { redeemOneTimeToken } from '#server/accounts/one-time-tokens/service.ts'
import {
  type AccountRow,
  deleteIdentities,
  selectAccount,
  updateAccount,
  updateFullName,
} from '#server/accounts/queries.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'
import { type SignInDeps, signInOrChallenge, type SignInResult } from '#server/accounts/sessions/sign-in.ts'
import type { PendingRegistration } from './registration.ts'

interface Confirmed {
  signedIn: SignInResult
  /** The link was opened in another browser than the password was chosen in, so its reader chooses another one. */
  choosePassword: boolean
  /** Own path that the person came from. */
  next: string
}

type ConfirmationDeps = SignInDeps & Pick<Context, 'personNames'>

async function getNewAccount(tx: Database, id: string): Promise<AccountRow> {
  const account = await selectAccount(tx, id)
  if (!account) throw new AppError('link-expired')
  return account
}

async function confirmAddress(
  { personNames }: ConfirmationDeps,
  tx: Database,
  {
    account,
    pending,
    isSameBrowser,
  }: { account: AccountRow; pending: PendingRegistration; isSameBrowser: boolean },
): Promise<void> {
  // Nothing that others attached to the address before it was confirmed may open the account.
  await deleteIdentities(tx, account.id)
  await updateAccount(tx, account.id, {
    email_verified_at: new Date().toISOString(),
    // Anybody may have registered the address; a password is accepted only from the browser that opens the link.
    password_hash: isSameBrowser ? pending.passwordHash : null,
  })
  // The link may be older than a rule about names.
  const name = await personNames.firstFitting(pending.name, account.email?.split('@')[0])
  await updateFullName(tx, account.id, name)
}

/** By the mailed link, which signs in. On an account that is confirmed already it changes nothing. */
export async function verifyEmail(
  ctx: ConfirmationDeps,
  { token, device }: { token: string; device: ClientDevice },
): Promise<Confirmed> {
  return ctx.db.transaction().execute(async (tx) => {
    const { accountId, payload: pending } = await redeemOneTimeToken<PendingRegistration>(tx, {
      purpose: 'verify-email',
      secret: token,
    })
    const before = await getNewAccount(tx, accountId)
    const isFirst = before.email_verified_at === null
    const isSameBrowser = pending.browser !== undefined && pending.browser === device.browser
    if (isFirst) await confirmAddress(ctx, tx, { account: before, pending, isSameBrowser })
    const account = await getNewAccount(tx, accountId)
    const choosePassword = isFirst && !isSameBrowser
    return {
      signedIn: await signInOrChallenge(ctx, tx, { account, device, recovery: choosePassword, isFirst }),
      choosePassword,
      next: ownPath(pending.next),
    }
  })
}

/** The reply and its time are the same whether an account has the address or not. */
export async function resendVerification(
  ctx: Pick<Context, 'db' | 'jobs' | 'limiter' | 'secrets'>,
  { email, device }: { email: string; device: ClientDevice },
): Promise<void> {
  await requestEmailLink(ctx, { mail: 'verify-email', limit: LOGIN_LIMIT, typed: email, device })
}
