import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { BootError } from './boot-error.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** What the deployment's own key makes. It stands outside the database, so that a leaked database opens nothing. */
export interface Secrets {
  /** 32 bytes for one purpose; keys of different purposes reveal nothing of each other. */
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

/** Whole or not at all: a start that is killed while writing leaves no short key behind. */
async function makeKey(dataDir: string, path: string): Promise<void> {
  const draft = join(dataDir, `secret.key.${randomBytes(6).toString('hex')}`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(randomBytes(KEY_BYTES).toString('base64'))
    await file.sync()
    // Of two processes that start at once one makes the key, the other finds it.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await file.close()
    await unlink(draft)
  }
}

async function keyOfFolder(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secret.key')
  let text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) {
    await makeKey(dataDir, path)
    text = await readFile(path, 'utf8')
  }
  const key = Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES) return key
  throw new BootError(
    `DATA_DIR: ${path} is not a key of ${KEY_BYTES} bytes. Put the right file back; without it sessions end and two-factor secrets cannot be read.`,
  )
}

/** The key of the settings, else one that the first start makes and keeps in DATA_DIR. */
export async function loadSecrets(config: {
  secret: { key: string | undefined }
  dataDir: string
}): Promise<Secrets> {
  return secretsFrom(
    config.secret.key ? Buffer.from(config.secret.key, 'base64') : await keyOfFolder(config.dataDir),
  )
}
