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

/** Returns undefined if the token is unknown, used or expired. */
export const deleteOneTimeToken = (tx: Database, purpose: string, hash: Buffer) =>
  tx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['account_id', 'payload'])
    .executeTakeFirst()

const sessionOfPayload = sql<string>`payload ->> 'sessionId'`

const isRecent = sql<boolean>`coalesce(used_at > now() - interval '1 hour', true)`

/** Returns undefined if the link is unknown or expired. */
export const selectLink = (db: Database, purpose: string, hash: Buffer) =>
  db
    .selectFrom('one_time_tokens')
    .select(['account_id', 'payload', 'used_at', isRecent.as('is_recent')])
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

/** Returns false if the link is unknown, expired or used; its requester may use it again within the hour. */
export const markLinkUsed = async (
  tx: Database,
  { purpose, hash, isRequester }: { purpose: string; hash: Buffer; isRequester: boolean },
): Promise<boolean> =>
  (await tx
    .updateTable('one_time_tokens')
    .set({ used_at: sql`coalesce(used_at, now())` })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .where((row) => (isRequester ? isRecent : row('used_at', 'is', null)))
    .returning('id')
    .executeTakeFirst()) !== undefined

export const markLinksOfAccountUsed = (tx: Database, accountId: string, purpose: string) =>
  tx
    .updateTable('one_time_tokens')
    .set({ used_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()

/** Ends the hour in which used links can be opened again. */
export const expireUsedLinks = (tx: Database, accountId: string) =>
  tx
    .updateTable('one_time_tokens')
    .set({ used_at: sql`used_at - interval '1 hour'` })
    .where('account_id', '=', accountId)
    .where('used_at', 'is not', null)
    .execute()

/**
 * Deletes tokens whose payload names the requesting session: those of the session `only`, or of all sessions
 * but `except`.
 */
export const deleteTokensOfSessions = (
  tx: Database,
  accountId: string,
  { purpose, only, except }: { purpose: string; only?: string | undefined; except?: string | undefined },
) =>
  tx
    .deleteFrom('one_time_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .$if(only !== undefined, (query) => query.where(sessionOfPayload, '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where(sessionOfPayload, 'is distinct from', except ?? ''))
    .execute()

export const selectTokenOfAccount = (tx: Database, accountId: string, purpose: string) =>
  tx
    .selectFrom('one_time_tokens')
    .select('payload')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

/** Returns undefined if the token is unknown, used or expired. */
export const selectTokenByHash = (db: Database, purpose: string, hash: Buffer) =>
  db
    .selectFrom('one_time_tokens')
    .select(['account_id', 'payload'])
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
