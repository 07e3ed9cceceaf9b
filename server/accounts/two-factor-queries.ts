import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

export const selectSecurity = (db: Database, accountId: string) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select((eb) => [
      'a.totp_enabled_at',
      'p.phone',
      'p.phone_verified',
      eb
        .selectFrom('recovery_codes as r')
        .whereRef('r.account_id', '=', 'a.id')
        .select((codes) => codes.fn.countAll<number>().as('count'))
        .as('recovery_codes_left'),
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirst()

/** False when two-factor is on: its secret stays. */
export const updatePendingSecret = async (
  tx: Database,
  accountId: string,
  secret: Buffer,
): Promise<boolean> =>
  (await tx
    .updateTable('accounts')
    .set({ totp_secret: secret, totp_last_step: null, updated_at: sql`now()` })
    .where('id', '=', accountId)
    .where('totp_enabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** False when another request was first, or the secret was replaced meanwhile. */
export const updateEnabled = async (
  tx: Database,
  accountId: string,
  { secret, step }: { secret: Buffer; step: number },
): Promise<boolean> =>
  (await tx
    .updateTable('accounts')
    .set({ totp_enabled_at: sql`now()`, totp_last_step: step, updated_at: sql`now()` })
    .where('id', '=', accountId)
    .where('totp_enabled_at', 'is', null)
    .where('totp_secret', '=', secret)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const updateDisabled = (tx: Database, accountId: string) =>
  tx
    .updateTable('accounts')
    .set({ totp_enabled_at: null, totp_secret: null, totp_last_step: null, updated_at: sql`now()` })
    .where('id', '=', accountId)
    .execute()

/** False when this step or a later one was taken already, by whichever request was first. */
export const updateLastStep = async (
  tx: Database,
  accountId: string,
  { secret, step }: { secret: Buffer; step: number },
): Promise<boolean> =>
  (await tx
    .updateTable('accounts')
    .set({ totp_last_step: step })
    .where('id', '=', accountId)
    .where('totp_enabled_at', 'is not', null)
    .where('totp_secret', '=', secret)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()) !== undefined

export const insertRecoveryCodes = (tx: Database, accountId: string, hashes: readonly Buffer[]) =>
  tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()

export const deleteRecoveryCodes = (tx: Database, accountId: string) =>
  tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()

/** True for the one request that finds it there. */
export const deleteRecoveryCode = async (tx: Database, accountId: string, hash: Buffer): Promise<boolean> =>
  (await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .returning('account_id')
    .executeTakeFirst()) !== undefined
