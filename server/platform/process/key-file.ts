import { randomBytes } from 'node:crypto'
import { chown, link, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { BootError } from './boot-error.ts'
import { formatKeyRing, type KeyRing, newKey, parseKeyRing, ringOf } from './key-ring.ts'
import { createSecrets, type Secrets } from './secrets.ts'

/** Interval of a process's checks for a rotation. */
const KEYS_READ_EVERY_MS = 1000
/**
 * Time after which every process knows of a rotation, so that signatures of a new key are accepted everywhere from
 * the start.
 */
export const KEYS_KNOWN_AFTER_MS = 3000

export interface KeySettings {
  secret: { key: string | undefined }
  dataDir: string
}

const pathIn = (dataDir: string) => join(dataDir, 'secret.key')

/** Writes the key to a draft file, so that a start killed while writing leaves no incomplete key. */
async function writeDraft(dataDir: string, ring: KeyRing): Promise<string> {
  const draft = `${pathIn(dataDir)}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(formatKeyRing(ring, '\n'))
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

async function makeKey(dataDir: string): Promise<void> {
  const draft = await writeDraft(dataDir, ringOf(newKey()))
  try {
    // If two processes start at once, one creates the key and the other finds it.
    await link(draft, pathIn(dataDir)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await unlink(draft)
  }
}

async function readOrCreateKeyRing(dataDir: string): Promise<KeyRing> {
  const path = pathIn(dataDir)
  let text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) {
    await makeKey(dataDir)
    text = await readFile(path, 'utf8')
  }
  const ring = parseKeyRing(text)
  if (ring) return ring
  throw new BootError(
    `DATA_DIR: ${path} is not a key of 32 bytes. Put the right file back; without it sessions end and two-factor secrets cannot be read.`,
  )
}

/** The keys of the settings, otherwise those of DATA_DIR, where the first start creates one. */
export const loadKeyRing = async ({ secret, dataDir }: KeySettings): Promise<KeyRing> =>
  (secret.key && parseKeyRing(secret.key)) || readOrCreateKeyRing(dataDir)

/** Replaces the keys and keeps the file's owner, because the command may run as another user. */
export async function saveKeyRing(dataDir: string, ring: KeyRing): Promise<void> {
  const { uid, gid } = await stat(pathIn(dataDir))
  const draft = await writeDraft(dataDir, ring)
  await chown(draft, uid, gid)
  await rename(draft, pathIn(dataDir))
}

/** Loads the secrets. Keys in DATA_DIR are read again every second, so that a rotation needs no restart. */
export async function loadSecrets(settings: KeySettings): Promise<Secrets> {
  let ring = await loadKeyRing(settings)
  if (!settings.secret.key)
    setInterval(() => {
      reloadKeyRing(settings.dataDir).then(
        (found) => void (ring = found ?? ring),
        () => undefined,
      )
    }, KEYS_READ_EVERY_MS).unref()
  return createSecrets(() => ring)
}

/** Reads the keys again; undefined if the file is invalid, so that the known keys stay in use. */
const reloadKeyRing = async (dataDir: string): Promise<KeyRing | undefined> =>
  parseKeyRing(await readFile(pathIn(dataDir), 'utf8'))
