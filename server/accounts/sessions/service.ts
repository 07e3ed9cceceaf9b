import type * as z from 'zod/mini'
import type { Device, Session } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import {
  findAdmissionRefusal,
  flagBannedMailbox,
  linkFormerAccounts,
  requireAdmitted,
  requireNotShutOut,
} from '#server/moderation/sanctions/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { toSessionUser } from '#server/accounts/account.ts'
import { type AccountRow, selectAccount } from '#server/accounts/queries.ts'
import { deleteRequestsOfSessions, endUsedLinks } from '#server/accounts/one-time-tokens/service.ts'
import { ACCESS_TOKEN_SECONDS } from './access-tokens.ts'
import { isKnownDevice } from '#server/accounts/rules.ts'
import type { ClientDevice, KnownAccount } from './device.ts'
import {
  deleteOldSessions,
  deleteSessions,
  deleteSessionsBefore,
  endPhoneWait,
  insertRefreshToken,
  insertSession,
  lockSession,
  markRefreshed,
  selectDatabaseTime,
  selectRefreshToken,
  selectSessionExists,
  selectSessions,
  updateSecondStep,
} from './queries.ts'
import {
  hashOf,
  newRefreshToken,
  parseRefreshToken,
  type RefreshToken,
  SESSION_DAYS,
  SESSION_DAYS_MAX,
} from './refresh-tokens.ts'

/** Used in the reply to a request that ends its own session. */
export { deleteRefreshToken } from './cookies.ts'

const SESSIONS_AT_ONCE = 1000
/** Two tabs, or a retry after a lost reply, may use one refresh token twice within this time. */
const REUSE_SECONDS = 10
/** The time in which a reset link's session may choose a new password. */
const RECOVERY_SECONDS = 15 * 60
/** A browser refreshes once in eight minutes, and each time a provider sends it back. */
const REFRESHES_PER_SESSION = { attempts: 30, seconds: 10 * 60 }

export interface OpenedSession {
  session: Session
  /** Sent only in the cookie. */
  refreshToken: string
  /** Goes into the cookie that identifies the device from now on. */
  known: KnownAccount
}

interface NewSession {
  account: AccountRow
  deviceName: string
  /** True if the session may choose a new password without the current one. */
  recovery?: boolean
  /** True for the first session of a new account. */
  isFirst?: boolean
  /** True if a code of the second factor opens the session. */
  passedSecondStep?: boolean
}

interface EndedSessions {
  accountId: string
  only?: string
  except?: string
}

export type SessionDeps = Pick<
  Context,
  'accessTokens' | 'changes' | 'personHashes' | 'revocations' | 'secrets'
>

async function issueTokens(
  ctx: SessionDeps,
  tx: Database,
  { account, sessionId }: { account: AccountRow; sessionId: string },
): Promise<OpenedSession> {
  // Any use of the account ends the wait of a person who wants to sign in with only the number.
  if (account.phone_waits_since !== null) await endPhoneWait(tx, account.id)
  const refreshToken = newRefreshToken(ctx, sessionId)
  await insertRefreshToken(tx, sessionId, hashOf(refreshToken))
  const { token, expiresAt } = await ctx.accessTokens.sign({ id: account.id, sessionId })
  return {
    session: {
      access_token: token,
      expires_at: expiresAt,
      expires_in: ACCESS_TOKEN_SECONDS,
      user: toSessionUser(account),
    },
    refreshToken,
    known: { id: account.id, epoch: account.device_epoch },
  }
}

/** Throws account-suspended or account-banned. */
export async function openSession(
  ctx: SessionDeps,
  tx: Database,
  { account, deviceName, recovery = false, isFirst = false, passedSecondStep = false }: NewSession,
): Promise<OpenedSession> {
  await linkFormerAccounts(ctx, tx, account.id)
  // Anybody can type an address, so its decisions are shown only after the address is proved.
  const isProved = !isFirst || account.email_verified_at !== null || account.phone !== null
  if (isProved) await requireAdmitted(ctx, tx, account.id)
  else await requireNotShutOut(tx, account.id)
  if (isFirst) await flagBannedMailbox(ctx, tx, account.id)
  const sessionId = await insertSession(tx, {
    accountId: account.id,
    deviceName,
    days: SESSION_DAYS,
    recoverySeconds: recovery ? RECOVERY_SECONDS : null,
    isFirst,
    passedSecondStep,
  })
  const ended = await deleteOldSessions(tx, account.id)
  if (ended.length > 0) await ctx.revocations.announce(tx, ended)
  return issueTokens(ctx, tx, { account, sessionId })
}

/** Records that a code of the second factor was entered in the session. */
export const recordSecondStep = async (tx: Database, sessionId: string): Promise<void> =>
  void (await updateSecondStep(tx, sessionId))

/** Also cancels changes that were requested in the sessions. Returns how many sessions ended. */
export async function endSessions(
  ctx: Pick<Context, 'revocations'>,
  tx: Database,
  ended: EndedSessions,
): Promise<number> {
  await deleteRequestsOfSessions(tx, ended)
  return deleteAndAnnounce(ctx, tx, ended)
}

async function deleteAndAnnounce(
  { revocations }: Pick<Context, 'revocations'>,
  tx: Database,
  { accountId, only, except }: EndedSessions,
): Promise<number> {
  const ended = await deleteSessions(tx, accountId, { only, except })
  await revocations.announce(tx, ended)
  return ended.length
}

/**
 * Runs after a signed-in person has proved another address or number. If it belonged to a deleted account
 * that was shut out, they are shut out at once and see the refusal after the commit.
 */
export async function applyFormerSanctions(
  ctx: Pick<Context, 'changes' | 'personHashes' | 'revocations' | 'secrets'>,
  tx: Database,
  accountId: string,
): Promise<AppError | undefined> {
  await linkFormerAccounts(ctx, tx, accountId)
  const refusal = await findAdmissionRefusal(ctx, tx, accountId)
  if (refusal) await endSessions(ctx, tx, { accountId })
  return refusal
}

/** Ends every session of everybody, except those that begin while it runs. Returns how many ended. */
export async function endAllSessions(ctx: Pick<Context, 'db' | 'revocations'>): Promise<number> {
  const moment = await selectDatabaseTime(ctx.db)
  for (let count = 0; ;) {
    const ended = await ctx.db.transaction().execute(async (tx) => {
      const ids = await deleteSessionsBefore(tx, moment, SESSIONS_AT_ONCE)
      await ctx.revocations.announce(tx, ids)
      return ids.length
    })
    if (ended === 0) return count
    count += ended
  }
}

/** Returns null if the token is not valid. A token that was used before ends its session. */
async function rotateRefreshToken(
  ctx: SessionDeps,
  tx: Database,
  { sessionId, hash, isSealed }: RefreshToken,
): Promise<OpenedSession | null> {
  const session = await lockSession(tx, sessionId)
  if (!session) return null
  const known = await selectRefreshToken(tx, sessionId, hash)
  const isReused = known ? known.used_at !== null && known.used_seconds_ago > REUSE_SECONDS : isSealed
  if (isReused) await endSessions(ctx, tx, { accountId: session.account_id, only: sessionId })
  if (isReused || !known) return null
  const account = await selectAccount(tx, session.account_id)
  if (!account) return null
  await markRefreshed(tx, sessionId, hash, { unused: SESSION_DAYS, most: SESSION_DAYS_MAX })
  return issueTokens(ctx, tx, { account, sessionId })
}

const isGenuine = async (db: Database, { sessionId, hash, isSealed }: RefreshToken): Promise<boolean> =>
  isSealed || (await selectRefreshToken(db, sessionId, hash)) !== undefined

/** Returns whether a browser's refresh token was issued for a session, which may have ended. */
export function belongsToSession(
  ctx: Pick<Context, 'secrets'>,
  { refreshToken, sessionId }: { refreshToken: string | undefined; sessionId: string },
): boolean {
  const token = refreshToken === undefined ? undefined : parseRefreshToken(ctx, refreshToken)
  return token?.isSealed === true && token.sessionId === sessionId
}

/** Throws if the last account that signed in on the browser is suspended or banned. */
async function requireLastNotShutOut({ db }: Pick<Context, 'db'>, knownAccounts: readonly KnownAccount[]) {
  const [last] = knownAccounts
  if (!last) return
  await db.transaction().execute(async (tx) => {
    const account = await selectAccount(tx, last.id)
    if (account && isKnownDevice({ knownAccounts: [last] }, account)) await requireNotShutOut(tx, last.id)
  })
}

/**
 * Throws `session-ended` if the token is unknown or expired. A token that was used before may be stolen, so
 * it also ends the session. Throws `account-suspended` or `account-banned` if a decision ended the session.
 */
export async function refreshSession(
  ctx: SessionDeps & Pick<Context, 'db' | 'limiter'>,
  { refreshToken, device }: { refreshToken: string | undefined; device: Pick<ClientDevice, 'knownAccounts'> },
): Promise<OpenedSession> {
  const token = refreshToken ? parseRefreshToken(ctx, refreshToken) : undefined
  // A made-up token neither ends a session nor counts towards its limit.
  if (!token || !(await isGenuine(ctx.db, token))) throw new AppError('session-ended')
  // A key that ends with ':' and an id counts for a person, but this id belongs to a session.
  await ctx.limiter.take(`refresh-of-${token.sessionId}`, REFRESHES_PER_SESSION)
  // Refused after the commit, so that the session's end is not rolled back.
  const opened = await ctx.db.transaction().execute((tx) => rotateRefreshToken(ctx, tx, token))
  if (opened) return opened
  if (token.isSealed) await requireLastNotShutOut(ctx, device.knownAccounts)
  throw new AppError('session-ended')
}

type EndDeps = Pick<Context, 'db' | 'revocations'>

const endInTransaction = (ctx: EndDeps, ended: EndedSessions, end = endSessions) =>
  ctx.db.transaction().execute(async (tx) => {
    await endUsedLinks(tx, ended)
    return end(ctx, tx, ended)
  })

/**
 * Logging out of only this session keeps the link that it requested, which is often opened elsewhere
 * afterwards.
 */
export async function logOut(
  ctx: EndDeps,
  { viewer, scope }: { viewer: Viewer; scope: 'global' | 'local' },
): Promise<void> {
  const accountId = viewer.id
  if (scope === 'global') await endInTransaction(ctx, { accountId })
  else await endInTransaction(ctx, { accountId, only: viewer.sessionId }, deleteAndAnnounce)
}

export async function endDevice(
  ctx: EndDeps,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const ended = await endInTransaction(ctx, { accountId: userId, only: sessionId })
  if (ended === 0) throw new AppError('not-found')
}

export async function endOtherDevices(ctx: EndDeps, { viewer }: { viewer: Viewer }): Promise<void> {
  await endInTransaction(ctx, { accountId: viewer.id, except: viewer.sessionId })
}

/** Queries the database, because an access token is not enough for actions that cannot be undone. */
export async function requireOpenSession(
  { db }: Pick<Context, 'db'>,
  { viewer }: { viewer: Viewer },
): Promise<void> {
  if (!(await selectSessionExists(db, viewer.sessionId))) throw new AppError('session-ended')
}

export async function listDevices(
  { db }: Pick<Context, 'db'>,
  { viewer }: { viewer: Viewer },
): Promise<z.output<typeof Device>[]> {
  const rows = await selectSessions(db, viewer.id)
  return rows.map((row) => ({
    id: row.id,
    name: row.device_name,
    current: row.id === viewer.sessionId,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}
