import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

interface NewOneTimeToken {
  id: string
  hash: Buffer
  purpose: string
  accountId: string
  seconds: number
  payload: object
}

export const insertOneTimeToken = (tx: Database, token: NewOneTimeToken) =>
  tx
    .insertInto('one_time_tokens')
    .values({
      id: token.id,
      hash: token.hash,
      purpose: token.purpose,
      account_id: token.accountId,
      payload: JSON.stringify(token.payload),
      expires_at: sql`now() + make_interval(secs => ${token.seconds})`,
    })
    .execute()

export const deleteTokensOfAccount = (tx: Database, accountId: string, purposes: readonly string[]) =>
  tx
    .deleteFrom('one_time_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .execute()

/** Undefined when it is unknown, used or expired. */
export const deleteOneTimeToken = (tx: Database, purpose: string, hash: Buffer) =>
  tx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['account_id', 'payload'])
    .executeTakeFirst()

export const selectTokenOfAccount = (tx: Database, accountId: string, purpose: string) =>
  tx
    .selectFrom('one_time_tokens')
    .select('payload')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

/** Undefined when it is unknown, used or expired. */
export const selectTokenByHash = (db: Database, purpose: string, hash: Buffer) =>
  db
    .selectFrom('one_time_tokens')
    .select(['account_id', 'payload'])
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
