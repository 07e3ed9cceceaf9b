import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import {
  deleteOneTimeToken,
  deleteTokensOfAccount,
  deleteTokensOfSessions,
  expireUsedLinks,
  insertOneTimeToken,
  markLinksOfAccountUsed,
  markLinkUsed,
  selectLink,
  selectTokenByHash,
  selectTokenOfAccount,
} from './queries.ts'

export const ONE_TIME_PURPOSES = [
  'verify-email',
  'reset-password',
  'sign-in-link',
  'confirm-identity',
  'change-email',
  'two-factor',
  'export',
  'native-sign-in',
] as const
export type OneTimePurpose = (typeof ONE_TIME_PURPOSES)[number]

interface NewToken {
  purpose: OneTimePurpose
  accountId: string
  seconds: number
  payload?: object
  /**
   * Set for links that anybody may request: another request must not invalidate the one that the owner has.
   */
  keepsEarlier?: boolean
}

interface OneTimeToken<Payload> {
  accountId: string
  payload: Payload
}

interface PresentedToken {
  purpose: OneTimePurpose
  secret: string
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Creates a version 7 id here instead of in the database, because the secret's hash is derived from it. */
function newId(now: number) {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * The secret in a link: 43 characters, derived from the token's id with the deployment's key and stored
 * nowhere.
 */
export const oneTimeSecret = ({ secrets }: Pick<Context, 'secrets'>, id: string): string =>
  secrets.digest('one-time-token', id).toString('base64url')

/**
 * Replaces the account's earlier tokens of the same purpose, unless `keepsEarlier` is set. Returns the id
 * for `oneTimeSecret`.
 */
export async function createOneTimeToken(
  ctx: Pick<Context, 'secrets'>,
  tx: Database,
  { purpose, accountId, seconds, payload = {}, keepsEarlier = false }: NewToken,
): Promise<string> {
  const id = newId(Date.now())
  if (!keepsEarlier) await deleteTokensOfAccount(tx, accountId, [purpose])
  const hash = hashOf(oneTimeSecret(ctx, id))
  await insertOneTimeToken(tx, { id, hash, purpose, accountId, seconds, payload })
  return id
}

/** Returns the payload of the account's token of a purpose, even of an expired one. */
export async function findOneTimePayload<Payload>(
  tx: Database,
  { purpose, accountId }: { purpose: OneTimePurpose; accountId: string },
): Promise<Payload | undefined> {
  return (await selectTokenOfAccount(tx, accountId, purpose))?.payload as Payload | undefined
}

/** Leaves the token valid. Returns undefined if it is unknown, used or expired. */
export async function findOneTimeToken<Payload>(
  db: Database,
  { purpose, secret }: PresentedToken,
): Promise<OneTimeToken<Payload> | undefined> {
  const row = await selectTokenByHash(db, purpose, hashOf(secret))
  return row && { accountId: row.account_id, payload: row.payload as Payload }
}

/** Deletes the token. Throws `link-expired` if it is unknown, used or expired. */
export async function redeemOneTimeToken<Payload>(
  tx: Database,
  { purpose, secret }: PresentedToken,
): Promise<OneTimeToken<Payload>> {
  const row = await deleteOneTimeToken(tx, purpose, hashOf(secret))
  if (!row) throw new AppError('link-expired')
  return { accountId: row.account_id, payload: row.payload as Payload }
}

/** A mailed link, with its use so far. */
export interface MailedLink<Payload> extends OneTimeToken<Payload> {
  isUsed: boolean
  /** True within an hour of its first use. */
  isRecent: boolean
}

/** Leaves the link unchanged. Throws `link-expired` if it is unknown or expired, but not if it is used. */
export async function getMailedLink<Payload>(
  db: Database,
  { purpose, secret }: PresentedToken,
): Promise<MailedLink<Payload>> {
  const row = await selectLink(db, purpose, hashOf(secret))
  if (!row) throw new AppError('link-expired')
  return {
    accountId: row.account_id,
    payload: row.payload as Payload,
    isUsed: row.used_at !== null,
    isRecent: row.is_recent,
  }
}

/**
 * Returns whether a link opens. A used link opens for an hour more, but only in the browser that requested
 * it, so that a program that opens the links in mails does not use it up before the person does.
 */
export const canOpen = ({ isUsed, isRecent }: MailedLink<unknown>, isRequester: boolean): boolean =>
  !isUsed || (isRequester && isRecent)

/** Uses up a link that `canOpen` allows. Throws `link-expired` otherwise. */
export async function takeMailedLink(
  tx: Database,
  { purpose, secret, isRequester }: PresentedToken & { isRequester: boolean },
): Promise<void> {
  if (!(await markLinkUsed(tx, { purpose, hash: hashOf(secret), isRequester })))
    throw new AppError('link-expired')
}

/** Marks the account's other links of a purpose as used. */
export async function useUpLinks(
  tx: Database,
  { accountId, purpose }: { accountId: string; purpose: OneTimePurpose },
): Promise<void> {
  await markLinksOfAccountUsed(tx, accountId, purpose)
}

/** Prevents the next person at the same browser from continuing with a link that was used there. */
export async function endUsedLinks(tx: Database, { accountId }: { accountId: string }): Promise<void> {
  await expireUsedLinks(tx, accountId)
}

/** Deletes the requests of sessions that end because somebody else may have used them. */
export async function deleteRequestsOfSessions(
  tx: Database,
  { accountId, only, except }: { accountId: string; only?: string | undefined; except?: string | undefined },
): Promise<void> {
  await deleteTokensOfSessions(tx, accountId, { purpose: 'change-email', only, except })
}

export async function deleteOneTimeTokens(
  tx: Database,
  { accountId, purposes }: { accountId: string; purposes: readonly OneTimePurpose[] },
): Promise<void> {
  await deleteTokensOfAccount(tx, accountId, purposes)
}
