import type { Context } from '#server/context.ts'
import { requestEmailLink } from '#server/accounts/emails/link-requests.ts'
import type { ClientDevice } from './device.ts'
import { type LinkOpening, type OpenedLink, openLink } from './mailed-links.ts'
import { type SignInDeps, signInOrChallenge } from './sign-in.ts'

const LINKS_PER_ACCOUNT = { attempts: 5, seconds: 60 * 60 }

/**
 * Lets owners in by e-mail address or phone number while strangers use up passwords and text messages. The
 * reply and its time are the same whether or not the account exists.
 */
export async function requestSignInLink(
  ctx: Pick<Context, 'db' | 'jobs' | 'limiter' | 'secrets'>,
  { typed, device }: { typed: string; device: ClientDevice },
): Promise<void> {
  await requestEmailLink(ctx, { mail: 'sign-in-link', limit: LINKS_PER_ACCOUNT, typed, device })
}

/**
 * In the browser that requested it, the link signs in at once. In another browser it first shows whose
 * account it opens: a stranger's link must not sign anybody in unnoticed, and a link that a stranger
 * requested must still let the owner in.
 */
export const openSignInLink = (ctx: SignInDeps, opening: LinkOpening): Promise<OpenedLink> =>
  openLink(ctx, { ...opening, purpose: 'sign-in-link' }, (tx, account) =>
    signInOrChallenge(ctx, tx, { account, device: opening.device }),
  )
