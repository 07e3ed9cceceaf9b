import type { Context } from '#server/context.ts'
import { selectSealedSecrets, updateSealedSecret } from './queries.ts'

const ACCOUNTS_AT_ONCE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const PURPOSE = 'totp'

interface Resealed {
  resealed: number
  /** Accounts whose secret no available key decrypts. */
  unreadable: string[]
}

/** Encrypts every authenticator app's secret with the current key. */
export async function resealTwoFactorSecrets({
  db,
  secrets,
}: Pick<Context, 'db' | 'secrets'>): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: [] }
  for (let after = BEFORE_ALL; ;) {
    const rows = await selectSealedSecrets(db, after, ACCOUNTS_AT_ONCE)
    for (const { id, totp_secret: sealed } of rows) {
      after = id
      let secret: string
      try {
        secret = secrets.decrypt(PURPOSE, sealed)
      } catch {
        done.unreadable.push(id)
        continue
      }
      // The update skips secrets that were set up again in the meantime.
      const resealed = secrets.encrypt(PURPOSE, secret)
      if (await updateSealedSecret(db, id, { sealed, resealed })) done.resealed++
    }
    if (rows.length < ACCOUNTS_AT_ONCE) return done
  }
}
