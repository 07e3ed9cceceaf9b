import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { Secrets } from '#server/secrets.ts'
import {
  deleteOneTimeToken,
  deleteOneTimeTokensOf,
  insertOneTimeToken,
  selectOneTimeToken,
  selectOneTimeTokenByHash,
} from './queries.ts'

export const ONE_TIME_PURPOSES = [
  'verify-email',
  'reset-password',
  'change-email',
  'two-factor',
  'export',
  'native-sign-in',
] as const
export type OneTimePurpose = (typeof ONE_TIME_PURPOSES)[number]

export interface OneTimeTokens {
  /** Replaces the account's earlier ones of the same purpose. Returns the row's id, from which the secret follows. */
  create(tx: Database, token: NewToken): Promise<string>
  /** What the account's open token of a purpose carries. */
  payloadOf<Payload>(tx: Database, purpose: OneTimePurpose, accountId: string): Promise<Payload | undefined>
  /** The secret of a row: 43 characters that may stand in a link. */
  secretOf(id: string): string
  /** Takes an account's tokens of a purpose out of the world. */
  drop(tx: Database, purpose: OneTimePurpose, accountId: string): Promise<void>
  /** What a secret stands for, which stays good; undefined when it is unknown, used or too old. */
  peek<Payload>(
    db: Database,
    purpose: OneTimePurpose,
    secret: string,
  ): Promise<UsedToken<Payload> | undefined>
  /** Takes it out of the world. Refused with `link-expired` when it is unknown, used or too old. */
  use<Payload>(tx: Database, purpose: OneTimePurpose, secret: string): Promise<UsedToken<Payload>>
}

interface UsedToken<Payload> {
  accountId: string
  payload: Payload
}

interface NewToken {
  purpose: OneTimePurpose
  accountId: string
  seconds: number
  payload?: object
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** A version 7 id of our own making, since the secret's hash must be known before the row is. */
function newId(now: number) {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export function oneTimeTokens(secrets: Secrets): OneTimeTokens {
  const secretOf = (id: string) => secrets.digest('one-time-token', id).toString('base64url')
  return {
    secretOf,
    async create(tx, { purpose, accountId, seconds, payload = {} }) {
      const id = newId(Date.now())
      await deleteOneTimeTokensOf(tx, accountId, purpose)
      await insertOneTimeToken(tx, { id, hash: hashOf(secretOf(id)), purpose, accountId, seconds, payload })
      return id
    },
    payloadOf: async <Payload>(tx: Database, purpose: OneTimePurpose, accountId: string) =>
      (await selectOneTimeToken(tx, accountId, purpose))?.payload as Payload | undefined,
    async drop(tx, purpose, accountId) {
      await deleteOneTimeTokensOf(tx, accountId, purpose)
    },
    async peek<Payload>(db: Database, purpose: OneTimePurpose, secret: string) {
      const row = await selectOneTimeTokenByHash(db, purpose, hashOf(secret))
      return row && { accountId: row.account_id, payload: row.payload as Payload }
    },
    async use<Payload>(tx: Database, purpose: OneTimePurpose, secret: string) {
      const row = await deleteOneTimeToken(tx, purpose, hashOf(secret))
      if (!row) throw new AppError('link-expired')
      return { accountId: row.account_id, payload: row.payload as Payload }
    },
  }
}
