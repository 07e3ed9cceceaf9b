import type { SessionUser } from '#contract/accounts/accounts.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type AccountRow, lockAccountRow, selectAccount } from './queries.ts'

/** Throws `session-ended` if the account was deleted after the request was authenticated. */
export async function getAccount(db: Database, { userId }: { userId: string }): Promise<AccountRow> {
  const account = await selectAccount(db, userId)
  if (!account) throw new AppError('session-ended')
  return account
}

/**
 * Locks the account until the transaction ends and returns its current row. Callers take this lock before
 * they touch what belongs to the account, because the proof of ownership may have changed while the request
 * waited.
 */
export async function lockAccount(tx: Database, { userId }: { userId: string }): Promise<AccountRow> {
  await lockPerson(tx, userId)
  await lockAccountRow(tx, userId)
  return getAccount(tx, { userId })
}

/** SPEC 3: the name, otherwise the part of the e-mail address before the @, otherwise 'User'. */
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
