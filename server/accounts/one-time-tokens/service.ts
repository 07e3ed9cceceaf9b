import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import {
  deleteOneTimeToken,
  deleteTokensOfAccount,
  deleteTokensOfSessions,
  endHourOfUsedLinks,
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
  /** For links that anybody may request: another request must not invalidate the one that the owner has. */
  leavesEarlier?: boolean
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

/** A version 7 id made here instead of by the database, because the secret's hash is derived from it. */
function newId(now: number) {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** What a link carries: 43 characters, derived from the token's id by the deployment's key and stored nowhere. */
export const oneTimeSecret = ({ secrets }: Pick<Context, 'secrets'>, id: string): string =>
  secrets.digest('one-time-token', id).toString('base64url')

/** Replaces the account's earlier tokens of the same purpose, unless `leavesEarlier`. Returns the id, for `oneTimeSecret`. */
export async function createOneTimeToken(
  ctx: Pick<Context, 'secrets'>,
  tx: Database,
  { purpose, accountId, seconds, payload = {}, leavesEarlier = false }: NewToken,
): Promise<string> {
  const id = newId(Date.now())
  if (!leavesEarlier) await deleteTokensOfAccount(tx, accountId, [purpose])
  const hash = hashOf(oneTimeSecret(ctx, id))
  await insertOneTimeToken(tx, { id, hash, purpose, accountId, seconds, payload })
  return id
}

/** The payload of the account's token of a purpose, even an expired one. */
export async function findOneTimePayload<Payload>(
  tx: Database,
  { purpose, accountId }: { purpose: OneTimePurpose; accountId: string },
): Promise<Payload | undefined> {
  return (await selectTokenOfAccount(tx, accountId, purpose))?.payload as Payload | undefined
}

/** Leaves the token valid. Undefined when it is unknown, used or expired. */
export async function findOneTimeToken<Payload>(
  db: Database,
  { purpose, secret }: PresentedToken,
): Promise<OneTimeToken<Payload> | undefined> {
  const row = await selectTokenByHash(db, purpose, hashOf(secret))
  return row && { accountId: row.account_id, payload: row.payload as Payload }
}

/** Deletes the token. Refused with `link-expired` when it is unknown, used or expired. */
export async function redeemOneTimeToken<Payload>(
  tx: Database,
  { purpose, secret }: PresentedToken,
): Promise<OneTimeToken<Payload>> {
  const row = await deleteOneTimeToken(tx, purpose, hashOf(secret))
  if (!row) throw new AppError('link-expired')
  return { accountId: row.account_id, payload: row.payload as Payload }
}

/** A link that was mailed, and by whom it can be opened. */
export interface MailedLink<Payload> extends OneTimeToken<Payload> {
  isUsed: boolean
  /** Within an hour of its first use. */
  isRecent: boolean
}

/** Leaves the link as it is. Refused with `link-expired` when it is unknown or expired; a used one is found. */
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
 * Whether a link opens. Once used, it does so for an hour in the browser that requested it alone: a program
 * that looks through mails and opens it before takes nothing from the person.
 */
export const canOpen = ({ isUsed, isRecent }: MailedLink<unknown>, isRequester: boolean): boolean =>
  !isUsed || (isRequester && isRecent)

/** Uses a link up, as far as `canOpen` says. Refused with `link-expired`. */
export async function takeMailedLink(
  tx: Database,
  { purpose, secret, isRequester }: PresentedToken & { isRequester: boolean },
): Promise<void> {
  if (!(await markLinkUsed(tx, { purpose, hash: hashOf(secret), isRequester })))
    throw new AppError('link-expired')
}

/** The account's other links of a purpose, which open from now on as used ones do. */
export async function useUpLinks(
  tx: Database,
  { accountId, purpose }: { accountId: string; purpose: OneTimePurpose },
): Promise<void> {
  await markLinksOfAccountUsed(tx, accountId, purpose)
}

/** Nobody who comes to the same browser later goes on with a link that was used there. */
export async function endUsedLinks(tx: Database, { accountId }: { accountId: string }): Promise<void> {
  await endHourOfUsedLinks(tx, accountId)
}

/** Deletes what was requested in sessions that end because somebody else may have used them. */
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
