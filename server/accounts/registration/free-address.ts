import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { type AccountRow, selectAccountByEmail } from '#server/accounts/queries.ts'
import { isAddressTaken } from '#server/accounts/rules.ts'

/**
 * Throws `already-registered`, or returns the unconfirmed account that somebody registered with this address.
 */
export async function requireFreeAddress(
  { config }: Pick<Context, 'config'>,
  tx: Database,
  { email }: { email: string },
): Promise<AccountRow | undefined> {
  const account = await selectAccountByEmail(tx, email)
  if (account && isAddressTaken(account, config.accounts)) throw new AppError('already-registered')
  return account
}
