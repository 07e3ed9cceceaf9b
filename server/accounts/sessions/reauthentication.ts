import { LOGIN_LIMIT } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { getAccount } from '#server/accounts/account.ts'
import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import {
  createOneTimeToken,
  getMailedLink,
  takeMailedLink,
} from '#server/accounts/one-time-tokens/service.ts'
import { proveByPhoneCode, sendPhoneCode } from '#server/accounts/phone/phone.ts'
import { selectHasSecondStep, selectIsFresh, updateReauthenticated } from './queries.ts'
import { requireOpenSession } from './service.ts'

/** The time for which a sign-in, a password, a mailed link or a code proves the person's identity. */
const FRESH_SECONDS = 10 * 60
const LINK_SECONDS = 15 * 60
const LINKS_PER_ACCOUNT = { attempts: 5, seconds: 60 * 60 }
/** Correct passwords count as well, because each one costs the same. */
const PASSWORD_CHECKS = { attempts: 20, seconds: 15 * 60 }

interface LinkPayload {
  /** The only session in which the link proves something. */
  sessionId: string
}

/** Counts within this session only, so that guesses in one session do not lock the owner's others. */
export async function requirePassword(
  { limiter, passwords }: Pick<Context, 'limiter' | 'passwords'>,
  {
    viewer,
    address,
    passwordHash,
    password,
  }: { viewer: Viewer; address: string; passwordHash: string | null; password: string },
): Promise<void> {
  const key = `proof-of-${viewer.sessionId}:${viewer.id}`
  await countingAnswers(limiter, async (take) => {
    await take(key, LOGIN_LIMIT)
    await take(`password-checks-${key}`, PASSWORD_CHECKS)
    const owner = { address, knownAccount: viewer.id }
    if (!(await passwords.matches(passwordHash, password, owner))) throw new AppError('wrong-password')
  })
  await limiter.clear(key)
}

async function proveByPassword(
  ctx: Pick<Context, 'db' | 'limiter' | 'passwords'>,
  { viewer, address, password }: { viewer: Viewer; address: string; password: string },
): Promise<void> {
  const { password_hash: passwordHash } = await getAccount(ctx.db, { userId: viewer.id })
  await requirePassword(ctx, { viewer, address, passwordHash, password })
  await updateReauthenticated(ctx.db, viewer.sessionId)
}

/**
 * A thief may request a link in a stolen session; if the owner opens it elsewhere, it proves nothing in that
 * session.
 */
async function proveByLink(
  { db }: Pick<Context, 'db'>,
  { viewer, token }: { viewer: Viewer; token: string },
): Promise<void> {
  const presented = { purpose: 'confirm-identity', secret: token } as const
  const link = await getMailedLink<LinkPayload>(db, presented)
  if (link.accountId !== viewer.id || link.payload.sessionId !== viewer.sessionId)
    throw new AppError('link-elsewhere')
  // A link that another tab opened has already proved the identity, so it does nothing more.
  if (link.isUsed) return
  await db.transaction().execute(async (tx) => {
    await takeMailedLink(tx, { ...presented, isRequester: false })
    await updateReauthenticated(tx, viewer.sessionId)
  })
}

/**
 * Only people without a password may prove themselves by phone, which is a weaker proof than a password.
 */
async function getProofNumber({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<string> {
  const { phone, password_hash: passwordHash } = await getAccount(db, { userId: viewer.id })
  if (phone === null || passwordHash !== null) throw new AppError('forbidden')
  return phone
}

async function proveByCode(
  ctx: Pick<Context, 'db' | 'limiter' | 'secrets'>,
  { viewer, address, code }: { viewer: Viewer; address: string; code: string },
): Promise<void> {
  const phone = await getProofNumber(ctx, viewer)
  await proveByPhoneCode(ctx, { userId: viewer.id, phone, code, address }, async (tx) => {
    await updateReauthenticated(tx, viewer.sessionId)
  })
}

/**
 * Guards every endpoint of the contract with `freshProof` that is not for staff. A refresh does not count as
 * a sign-in.
 */
export async function requireFreshProof({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<void> {
  const isFresh = await selectIsFresh(db, viewer.sessionId, FRESH_SECONDS)
  if (isFresh === undefined) throw new AppError('session-ended')
  if (!isFresh) throw new AppError('reauthentication-required')
}

/** Guards the endpoints for staff, for whom a password proves too little. */
export async function requireFreshSecondStep({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<void> {
  const isFresh = await selectHasSecondStep(db, viewer.sessionId, FRESH_SECONDS)
  if (isFresh === undefined) throw new AppError('session-ended')
  if (!isFresh) throw new AppError('second-step-required')
}

/**
 * Proves within a session that the same person still uses it, by password, mailed link or SMS code: a thief
 * with a stolen access token must not lock them out.
 */
export async function reauthenticate(
  ctx: Pick<Context, 'db' | 'limiter' | 'passwords' | 'secrets'>,
  {
    viewer,
    address,
    password,
    token,
    code,
  }: { viewer: Viewer; address: string; password?: string; token?: string; code?: string },
): Promise<void> {
  if (code !== undefined) await proveByCode(ctx, { viewer, address, code })
  else if (token === undefined) await proveByPassword(ctx, { viewer, address, password: password ?? '' })
  else await proveByLink(ctx, { viewer, token })
}

export async function requestProofCode(
  ctx: Pick<Context, 'config' | 'db' | 'jobs' | 'limiter' | 'log' | 'secrets' | 'sms'>,
  { viewer, address }: { viewer: Viewer; address: string },
): Promise<void> {
  await requireOpenSession(ctx, { viewer })
  const phone = await getProofNumber(ctx, viewer)
  await sendPhoneCode(ctx, { userId: viewer.id, phone, address })
}

/** Mails a link to people who have no password or do not remember it. */
export async function requestProofLink(
  ctx: Pick<Context, 'db' | 'jobs' | 'limiter' | 'secrets'>,
  { viewer }: { viewer: Viewer },
): Promise<void> {
  await requireOpenSession(ctx, { viewer })
  await ctx.limiter.take(`proof-link:${viewer.id}`, LINKS_PER_ACCOUNT)
  await ctx.db.transaction().execute(async (tx) => {
    const payload: LinkPayload = { sessionId: viewer.sessionId }
    const tokenId = await createOneTimeToken(ctx, tx, {
      purpose: 'confirm-identity',
      accountId: viewer.id,
      seconds: LINK_SECONDS,
      payload,
      keepsEarlier: true,
    })
    await queueAccountEmail(ctx, tx, { mail: 'confirm-identity', accountId: viewer.id, tokenId })
  })
}
