import webPush from 'web-push'
import type { Context } from '#server/context.ts'
import type { PushKeys } from '#server/platform/push/push-sender.ts'
import { dropPushKeys, savePushKeys, selectKnownPushKeys, updatePushKey } from './push-queries.ts'

const SEAL = 'push-key'

type KeyDeps = Pick<Context, 'db' | 'secrets' | 'log'>

export type LoadPushKeys = () => Promise<PushKeys>

/**
 * The site's key pair (VAPID), created once in the database, even if several processes start at once. With
 * another deployment key the old pair cannot be decrypted; a new one is then created, and browsers have to
 * subscribe again.
 */
export function createPushKeys({ db, secrets, log }: KeyDeps): LoadPushKeys {
  let loading: Promise<PushKeys> | undefined

  async function load(): Promise<PushKeys> {
    let row = await selectKnownPushKeys(db)
    if (!row) {
      const { publicKey, privateKey } = webPush.generateVAPIDKeys()
      row = await savePushKeys(db, {
        public_key: publicKey,
        private_key: secrets.encrypt(SEAL, privateKey),
      })
    }
    try {
      return { publicKey: row.public_key, privateKey: secrets.decrypt(SEAL, row.private_key) }
    } catch {
      log.warn(
        'Cannot decrypt the push key with this SECRET_KEY. Creating a new one; browsers have to subscribe again.',
      )
      const { public_key: known } = row
      await db.transaction().execute((tx) => dropPushKeys(tx, known))
      return load()
    }
  }

  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** Encrypts the private key with the deployment's newest key. */
export async function resealPushKeys({ db, secrets }: Pick<KeyDeps, 'db' | 'secrets'>): Promise<void> {
  const row = await selectKnownPushKeys(db)
  if (!row) return
  const sealed = row.private_key
  const resealed = secrets.encrypt(SEAL, secrets.decrypt(SEAL, sealed))
  await updatePushKey(db, row.public_key, { sealed, resealed })
}
