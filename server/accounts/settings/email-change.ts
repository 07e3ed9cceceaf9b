import { REGISTRATION_LIMIT } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { takeNamed } from '#server/platform/http/limits/named-limit.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { toSessionUser } from '#server/accounts/account.ts'
import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import {
  createOneTimeToken,
  deleteOneTimeTokens,
  getMailedLink,
  takeMailedLink,
} from '#server/accounts/one-time-tokens/service.ts'
import { selectAccount, selectAccountByEmail } from '#server/accounts/queries.ts'
import { requireFreeAddress } from '#server/accounts/registration/free-address.ts'
import { endSessions, belongsToSession, applyFormerSanctions } from '#server/accounts/sessions/service.ts'
import { rememberIdentities } from '#server/moderation/sanctions/service.ts'
import { sellerKey } from '#server/platform/http/cdn/keys.ts'
import { deletePendingRegistration, updateEmail } from './queries.ts'

const LINK_SECONDS = 24 * 60 * 60
/** Links that were mailed to the old address must no longer open the account. */
const REVOKED_WITH_EMAIL = ['reset-password', 'sign-in-link', 'confirm-identity', 'verify-email'] as const
const CHANGES_PER_ACCOUNT = { attempts: 5, seconds: 60 * 60 }
/** The same limit as for registrations, because the reply reveals as much. */
const CHANGES_PER_ADDRESS = { attempts: 300, seconds: 60 * 60 }

interface EmailChange {
  email: string
  /** The session that requested the change; all others end with it. */
  sessionId: string
}

type ChangeDeps = Pick<
  Context,
  'config' | 'db' | 'jobs' | 'limiter' | 'mailAllowance' | 'revocations' | 'secrets'
>

/** Nothing changes until the link in the mail to the new address is opened. */
export async function requestEmailChange(
  ctx: ChangeDeps,
  { viewer, email, address }: { viewer: Viewer; email: string; address: string },
): Promise<void> {
  const { db, limiter, secrets } = ctx
  await limiter.take(`change-email:${viewer.id}`, CHANGES_PER_ACCOUNT)
  await limiter.take(`change-email-from:${address}`, CHANGES_PER_ADDRESS)
  // Counts the address as typed, like all requests for links; hashed because it may belong to nobody here.
  const subject = secrets.digest('changed-address', email).toString('base64url')
  await takeNamed(limiter.take, {
    name: 'change-email-to',
    subject,
    address,
    limit: REGISTRATION_LIMIT,
    perNetwork: REGISTRATION_LIMIT.attempts - 1,
  })
  await requireFreeAddress(ctx, db, { email })
  // Without allowance, an earlier link stays valid and the reply is the same.
  if (!(await ctx.mailAllowance.take('unconfirmed', email))) return
  await db.transaction().execute(async (tx) => {
    await requireFreeAddress(ctx, tx, { email })
    const payload: EmailChange = { email, sessionId: viewer.sessionId }
    const tokenId = await createOneTimeToken(ctx, tx, {
      purpose: 'change-email',
      accountId: viewer.id,
      seconds: LINK_SECONDS,
      payload,
    })
    await queueAccountEmail(ctx, tx, { mail: 'change-email', accountId: viewer.id, tokenId, to: email })
  })
}

type ConfirmDeps = Pick<Context, 'changes' | 'db' | 'jobs' | 'personHashes' | 'revocations' | 'secrets'>

async function changeEmail(ctx: ConfirmDeps, tx: Database, token: string) {
  const presented = { purpose: 'change-email', secret: token } as const
  const { accountId, payload } = await getMailedLink<EmailChange>(tx, presented)
  await takeMailedLink(tx, { ...presented, isRequester: false })
  const account = await selectAccount(tx, accountId)
  if (!account) throw new AppError('link-expired')
  const { email, sessionId } = payload
  await deletePendingRegistration(tx, email)
  if (await selectAccountByEmail(tx, email)) throw new AppError('already-registered')
  const before = account.email
  const mailbox = before === null ? null : ctx.personHashes.hashOf(before)
  // This also covers accounts that were created before addresses were remembered.
  await rememberIdentities(ctx, tx, accountId)
  await updateEmail(tx, accountId, { from: before, to: email, mailbox })
  await ctx.changes.announce(tx, 'pages', [sellerKey(accountId)])
  await deleteOneTimeTokens(tx, { accountId, purposes: REVOKED_WITH_EMAIL })
  await endSessions(ctx, tx, { accountId, except: sessionId })
  await queueAccountEmail(
    ctx,
    tx,
    before === null ? { mail: 'email-added', accountId } : { mail: 'email-changed', accountId, to: before },
  )
  const refusal = await applyFormerSanctions(ctx, tx, accountId)
  return { user: toSessionUser({ ...account, email }), refusal }
}

interface ChangeOpening {
  token: string
  confirmed?: boolean
  /** The browser's refresh token, if it has one. */
  refreshToken?: string
}

/**
 * The link proves that the person reads the new address. An unconfirmed registration with that address is
 * deleted. In a browser that did not request the change, the link waits for a tap; in a second tab it reports
 * its result again.
 */
export async function confirmEmailChange(
  ctx: ConfirmDeps,
  { token, confirmed, refreshToken }: ChangeOpening,
) {
  const presented = { purpose: 'change-email', secret: token } as const
  const link = await getMailedLink<EmailChange>(ctx.db, presented)
  const { email, sessionId } = link.payload
  if (link.isUsed) {
    const account = await selectAccount(ctx.db, link.accountId)
    if (account?.email !== email) throw new AppError('link-expired')
    return { user: toSessionUser(account), email: null }
  }
  if (!confirmed && !belongsToSession(ctx, { refreshToken, sessionId })) return { user: null, email }
  const { user, refusal } = await changeEmailOnce(ctx, token)
  if (refusal) throw refusal
  return {
    user,
    /** The new address, while the change waits to be confirmed in another browser. */
    email: null,
  }
}

async function changeEmailOnce(ctx: ConfirmDeps, token: string) {
  try {
    return await ctx.db.transaction().execute((tx) => changeEmail(ctx, tx, token))
  } catch (error) {
    // Somebody registered with the address at the same moment.
    if ((error as { constraint?: string }).constraint === 'account_email_unique')
      throw new AppError('already-registered')
    throw error
  }
}
