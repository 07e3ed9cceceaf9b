import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { requestEmailLink } from '#server/accounts/emails/link-requests.ts'
import {
  deleteOneTimeTokens,
  findOneTimeToken,
  redeemOneTimeToken,
} from '#server/accounts/one-time-tokens/service.ts'
import { selectAccount } from '#server/accounts/queries.ts'
import type { ClientDevice } from './device.ts'
import { type SignInDeps, signInOrChallenge, type SignInResult } from './sign-in.ts'

const LINKS_PER_ACCOUNT = { attempts: 5, seconds: 60 * 60 }

interface LinkPayload {
  /** The one that requested the link. */
  browser?: string
}

interface OpenedLink {
  signedIn: SignInResult
  /** The account to be confirmed first, when the link was opened in another browser. */
  account: string | null
}

const NOT_SIGNED_IN: SignInResult = { opened: null, challenge: null }

/**
 * Lets an owner in, by e-mail address or phone number, while strangers use up passwords and text messages. The reply and its time are the same whether there is
 * such an account or not.
 */
export async function requestSignInLink(
  ctx: Pick<Context, 'db' | 'jobs' | 'limiter' | 'secrets'>,
  { typed, device }: { typed: string; device: ClientDevice },
): Promise<void> {
  await requestEmailLink(ctx, { mail: 'sign-in-link', limit: LINKS_PER_ACCOUNT, typed, device })
}

/**
 * In the browser that requested it, the link signs in at once. In another it first shows whose account it opens: nobody
 * must be signed in unawares by a stranger's link, and a link that a stranger requested must still let the owner in.
 */
export async function openSignInLink(
  ctx: SignInDeps,
  { token, confirmed, device }: { token: string; confirmed?: boolean; device: ClientDevice },
): Promise<OpenedLink> {
  const presented = { purpose: 'sign-in-link', secret: token } as const
  const link = await findOneTimeToken<LinkPayload>(ctx.db, presented)
  const account = link && (await selectAccount(ctx.db, link.accountId))
  if (!account) throw new AppError('link-expired')
  const { browser } = link.payload
  const isSameBrowser = browser !== undefined && browser === device.browser
  if (!isSameBrowser && !confirmed) return { signedIn: NOT_SIGNED_IN, account: account.email }
  const signedIn = await ctx.db.transaction().execute(async (tx) => {
    await redeemOneTimeToken(tx, presented)
    await deleteOneTimeTokens(tx, { accountId: account.id, purposes: ['sign-in-link'] })
    return signInOrChallenge(ctx, tx, { account, device })
  })
  return { signedIn, account: null }
}
