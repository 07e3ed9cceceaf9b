import webPush from 'web-push'
import type { Database } from '#server/db/connect.ts'
import type { Log } from '#server/log.ts'
import type { PushKeys } from '#server/push/push-sender.ts'
import type { Secrets } from '#server/secrets.ts'
import { dropPushKeys, keepPushKeys, selectKnownPushKeys } from './push-queries.ts'

const SEAL = 'push-key'

interface KeyParts {
  db: Database
  secrets: Secrets
  log: Log
}

/**
 * The site's pair of keys (VAPID), made once and kept for good: of processes that begin at once one makes it. Under
 * another deployment key the old pair cannot be opened; then there is a new one, and browsers subscribe anew.
 */
export function pushKeys({ db, secrets, log }: KeyParts): () => Promise<PushKeys> {
  let loading: Promise<PushKeys> | undefined

  async function load(): Promise<PushKeys> {
    let row = await selectKnownPushKeys(db)
    if (!row) {
      const { publicKey, privateKey } = webPush.generateVAPIDKeys()
      row = await keepPushKeys(db, {
        public_key: publicKey,
        private_key: secrets.encrypt(SEAL, privateKey),
      })
    }
    try {
      return { publicKey: row.public_key, privateKey: secrets.decrypt(SEAL, row.private_key) }
    } catch {
      log.warn('the key for push belongs to another SECRET_KEY; browsers have to subscribe anew')
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
