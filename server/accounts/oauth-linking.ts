import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { AccountParts } from './account-parts.ts'
import type { ProviderPerson } from './oauth-provider.ts'
import { insertIdentity, lockAccountByEmail, selectIdentity } from './oauth-queries.ts'
import { ONE_TIME_PURPOSES } from './one-time-tokens.ts'
import {
  type AccountRow,
  deleteIdentities,
  insertAccount,
  selectAccount,
  updateAccount,
  updateFullName,
} from './queries.ts'
import { deleteRecoveryCodes } from './two-factor-queries.ts'

const UNIQUE_VIOLATION = '23505'

/** Finds or makes the account of a person whom a provider vouches for. */
export function accountLinking({ settings, sessions, oneTime }: AccountParts) {
  /**
   * Whoever registered with this address never showed that it is theirs: nothing they could come back with stays.
   * The owner, who is here now, keeps the account.
   */
  async function strip(tx: Database, account: AccountRow, person: ProviderPerson): Promise<void> {
    await deleteIdentities(tx, account.id)
    await deleteRecoveryCodes(tx, account.id)
    for (const purpose of ONE_TIME_PURPOSES) await oneTime.drop(tx, purpose, account.id)
    await sessions.end(tx, account.id)
    await updateAccount(tx, account.id, {
      password_hash: null,
      totp_secret: null,
      totp_enabled_at: null,
      totp_last_step: null,
    })
    await updateFullName(tx, account.id, person.name)
  }

  async function accountIdOf(tx: Database, person: ProviderPerson): Promise<string> {
    const linked = await selectIdentity(tx, person)
    if (linked !== undefined) return linked
    const existing = await lockAccountByEmail(tx, person.email)
    if (existing === undefined && !settings.signup) throw new AppError('signup-disabled')
    const id = existing ?? (await insertAccount(tx, person))
    const account = id === undefined ? undefined : await selectAccount(tx, id)
    if (!account) throw new AppError('already-registered')
    if (account.email_verified_at === null) {
      if (existing !== undefined) await strip(tx, account, person)
      await updateAccount(tx, account.id, { email_verified_at: new Date().toISOString() })
    }
    await insertIdentity(tx, person, account.id)
    return account.id
  }

  return async (tx: Database, person: ProviderPerson): Promise<AccountRow> => {
    const account = await selectAccount(tx, await accountIdOf(tx, person))
    if (!account) throw new AppError('session-ended')
    return account
  }
}

/** Two tabs at once may both find nobody; the second finds the account that the first has made. */
export function isTakenMeanwhile(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'already-registered'
  return (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION
}
