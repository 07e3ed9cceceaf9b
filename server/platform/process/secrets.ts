import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { acceptedKeys, type KeyRing, type RingKey, ringOf, signingKey } from './key-ring.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** Of a proof that is shortened. */
const PROOF_BYTES_MIN = 16

/**
 * What is stored or mailed as a keyed hash, to be found by it again: its plain text is nowhere, so it stays under the
 * site's first key for good. Each is made of something that only the database or its person knows as well.
 */
const LASTING: ReadonlySet<string> = new Set([
  'mailbox',
  'imei',
  'access-trace',
  'recovery-code',
  'one-time-token',
  'phone-code',
  'phone-sign-in',
  'sms-number',
  'registered-address',
  'changed-address',
  'link-request',
  'unsubscribe',
  'appeal',
])

/** What the deployment's own keys make. They stand outside the database, so that a leaked database opens nothing. */
export interface Secrets {
  /** 32 bytes for one purpose; keys of different purposes reveal nothing of each other. */
  keyFor(purpose: string): Uint8Array
  /** Of all keys whose signatures are accepted, newest first; the same list until that changes. */
  acceptedKeysFor(purpose: string): readonly Uint8Array[]
  /** Keyed hash of short secrets (codes, tokens), 32 bytes. */
  digest(purpose: string, text: string): Buffer
  /** Whether this is the digest, or its first bytes, by an accepted key. */
  isDigest(purpose: string, text: string, proof: Uint8Array): boolean
  encrypt(purpose: string, text: string): Buffer
  decrypt(purpose: string, sealed: Uint8Array): string
}

const digestBy = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()

function open(key: Uint8Array, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** Of each key and purpose once. */
function createDerivation() {
  const derived = new Map<string, Buffer>()
  return (purpose: string, { bytes }: RingKey): Buffer => {
    const name = `${bytes.toString('base64')} ${purpose}`
    let key = derived.get(name)
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', bytes, '', purpose, KEY_BYTES))
      derived.set(name, key)
    }
    return key
  }
}

/** `ring` is read at each use, since keys may be rotated. */
export function createSecrets(ring: () => KeyRing): Secrets {
  const derive = createDerivation()
  const accepted = new Map<string, readonly Uint8Array[]>()

  const keyFor = (purpose: string): Buffer => {
    const keys = ring()
    return derive(purpose, LASTING.has(purpose) ? (keys[0] as RingKey) : signingKey(keys, Date.now()))
  }

  function acceptedKeysFor(purpose: string): readonly Uint8Array[] {
    const keys = LASTING.has(purpose)
      ? [keyFor(purpose)]
      : acceptedKeys(ring(), Date.now()).map((key) => derive(purpose, key))
    const before = accepted.get(purpose)
    // Derived once, they are the same objects.
    if (before?.length === keys.length && keys.every((key, index) => key === before[index])) return before
    accepted.set(purpose, keys)
    return keys
  }

  return {
    keyFor,
    acceptedKeysFor,
    digest: (purpose, text) => digestBy(keyFor(purpose), text),
    isDigest: (purpose, text, proof) =>
      proof.length >= PROOF_BYTES_MIN &&
      proof.length <= KEY_BYTES &&
      acceptedKeysFor(purpose).some((key) =>
        timingSafeEqual(proof, digestBy(key, text).subarray(0, proof.length)),
      ),
    encrypt(purpose, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    decrypt(purpose, sealed) {
      const keys = ring().map((key) => derive(purpose, key))
      for (const key of keys.slice(1).toReversed()) {
        try {
          return open(key, sealed)
        } catch {
          // Sealed under an earlier one.
        }
      }
      return open(keys[0] as Buffer, sealed)
    },
  }
}

/** Of a single key. */
export function secretsFrom(master: Uint8Array): Secrets {
  const ring = ringOf(master)
  return createSecrets(() => ring)
}
