import type { SessionUser } from '#contract/accounts/accounts.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type AccountRow, lockAccountRow, selectAccount } from './queries.ts'

/** Refused with `session-ended`: an account that was deleted after the request was authenticated. */
export async function getAccount(db: Database, { userId }: { userId: string }): Promise<AccountRow> {
  const account = await selectAccount(db, userId)
  if (!account) throw new AppError('session-ended')
  return account
}

/**
 * The same as it is until the end of the transaction, taken before what belongs to the account: what proved whose it is
 * may have changed while a request waited.
 */
export async function lockAccount(tx: Database, { userId }: { userId: string }): Promise<AccountRow> {
  await lockPerson(tx, userId)
  await lockAccountRow(tx, userId)
  return getAccount(tx, { userId })
}

/** SPEC 3: the name, else the part of the e-mail before the @, else 'User'. */
export function toSessionUser(account: AccountRow): SessionUser {
  return {
    id: account.id,
    name: account.full_name || account.email?.split('@')[0] || 'User',
    email: account.email,
    createdAt: account.created_at,
    role: 'user',
    avatar: account.avatar_url,
  }
}
