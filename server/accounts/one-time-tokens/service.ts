import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import {
  deleteOneTimeToken,
  deleteTokensOfAccount,
  insertOneTimeToken,
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

export async function deleteOneTimeTokens(
  tx: Database,
  { accountId, purposes }: { accountId: string; purposes: readonly OneTimePurpose[] },
): Promise<void> {
  await deleteTokensOfAccount(tx, accountId, purposes)
}
