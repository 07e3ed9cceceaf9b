import type { Database } from '#server/platform/db/connect.ts'
import type { ProviderPerson } from './provider.ts'

type Identity = Pick<ProviderPerson, 'provider' | 'subject'>

export const selectIdentity = async (tx: Database, { provider, subject }: Identity) =>
  (
    await tx
      .selectFrom('account_identities')
      .select('account_id')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.account_id

export const insertIdentity = (tx: Database, { provider, subject }: Identity, accountId: string) =>
  tx.insertInto('account_identities').values({ provider, subject, account_id: accountId }).execute()

/** Locks the account of an address until the transaction ends. */
export const lockAccountByEmail = async (tx: Database, email: string) =>
  (await tx.selectFrom('accounts').select('id').where('email', '=', email).forUpdate().executeTakeFirst())?.id
