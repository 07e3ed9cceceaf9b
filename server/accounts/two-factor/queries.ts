import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { PHONE_CODE_ATTEMPTS } from '#server/accounts/phone/queries.ts'

/** A secret must be confirmed by its first code within this time. */
const isPending = sql<boolean>`coalesce(totp_started_at > now() - interval '1 hour', false)`

export const selectSecurity = (db: Database, accountId: string) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select((eb) => [
      'a.totp_enabled_at',
      sql<boolean>`a.totp_enabled_at is null and ${isPending}`.as('totp_is_started'),
      'p.phone',
      'p.phone_verified',
      eb
        .selectFrom('recovery_codes as r')
        .whereRef('r.account_id', '=', 'a.id')
        .select((codes) => codes.fn.countAll<number>().as('count'))
        .as('recovery_codes_left'),
      eb
        .selectFrom('phone_codes as c')
        .whereRef('c.account_id', '=', 'a.id')
        .where('c.expires_at', '>', sql<string>`now()`)
        .where('c.tries', '<', PHONE_CODE_ATTEMPTS)
        .select('c.phone')
        .as('awaits_code'),
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirst()

/** The secret that no code has confirmed yet. */
export const selectPendingSecret = async (db: Database, accountId: string): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('accounts')
      .select('totp_secret')
      .where('id', '=', accountId)
      .where('totp_enabled_at', 'is', null)
      .where(isPending)
      .executeTakeFirst()
  )?.totp_secret ?? undefined

export const deletePendingSecret = (db: Database, accountId: string) =>
  db
    .updateTable('accounts')
    .set({ totp_secret: null, totp_started_at: null, updated_at: sql`now()` })
    .where('id', '=', accountId)
    .where('totp_enabled_at', 'is', null)
    .execute()

/** Returns false if two-factor is on: its secret stays. */
export const updatePendingSecret = async (tx: Database, accountId: string, secret: Buffer) =>
  (await tx
    .updateTable('accounts')
    .set({ totp_secret: secret, totp_last_step: null, totp_started_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', accountId)
    .where('totp_enabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Returns false if another request was first or the secret was replaced in the meantime. */
export const updateEnabled = async (
  tx: Database,
  accountId: string,
  { secret, step }: { secret: Buffer; step: number },
): Promise<boolean> =>
  (await tx
    .updateTable('accounts')
    .set({
      totp_enabled_at: sql`now()`,
      totp_last_step: step,
      totp_started_at: null,
      updated_at: sql`now()`,
    })
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

/** Returns false if this step or a later one was used already. */
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

/** Returns true for only one of several simultaneous requests. */
export const deleteRecoveryCode = async (tx: Database, accountId: string, hash: Buffer): Promise<boolean> =>
  (await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .returning('account_id')
    .executeTakeFirst()) !== undefined

export async function selectSealedSecrets(db: Database, after: string, limit: number) {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'totp_secret'])
    .where('id', '>', after)
    .where('totp_secret', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, totp_secret }) => (totp_secret ? [{ id, totp_secret }] : []))
}

export async function updateSealedSecret(
  db: Database,
  accountId: string,
  { sealed, resealed }: { sealed: Buffer; resealed: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ totp_secret: resealed })
    .where('id', '=', accountId)
    .where('totp_secret', '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
