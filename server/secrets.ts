import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** What the deployment's own key makes. It stands outside the database, so that a leaked database opens nothing. */
export interface Secrets {
  /** 32 bytes for one purpose; keys of different purposes tell nothing of each other. */
  keyFor(purpose: string): Uint8Array
  /** Keyed hash of short secrets (codes, tokens), 32 bytes. */
  digest(purpose: string, text: string): Buffer
  encrypt(purpose: string, text: string): Buffer
  decrypt(purpose: string, sealed: Uint8Array): string
}

export function secretsFrom(master: Uint8Array): Secrets {
  const keys = new Map<string, Buffer>()
  function keyFor(purpose: string): Buffer {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', master, '', purpose, KEY_BYTES))
    keys.set(purpose, key)
    return key
  }
  return {
    keyFor,
    digest: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
    encrypt(purpose, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    decrypt(purpose, sealed) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

async function keyOfFolder(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secret.key')
  const fresh = randomBytes(KEY_BYTES)
  try {
    // Only one of two processes that start at once writes it.
    await writeFile(path, fresh.toString('base64'), { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return Buffer.from(await readFile(path, 'utf8'), 'base64')
  }
}

/** The key of the settings, else one that the first start makes and keeps in DATA_DIR. */
export async function loadSecrets(config: { secretKey: string | undefined; dataDir: string }): Promise<Secrets> {
  return secretsFrom(config.secretKey ? Buffer.from(config.secretKey, 'base64') : await keyOfFolder(config.dataDir))
}
