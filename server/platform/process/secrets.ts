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
/** Minimum length of a shortened proof. */
const PROOF_BYTES_MIN = 16

/**
 * Purposes of keyed hashes that are stored or mailed and must be found again. Their plain text is not stored, so they
 * always use the site's first key. Each also depends on something that only the database or the person knows.
 */
const FIRST_KEY_PURPOSES: ReadonlySet<string> = new Set([
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

/**
 * Operations with the deployment's own keys, which are not in the database, so that a leaked database reveals no
 * secrets.
 */
export interface Secrets {
  /** 32 bytes for one purpose; keys of different purposes reveal nothing of each other. */
  keyFor(purpose: string): Uint8Array
  /** Derived keys of all accepted keys, newest first; the same array until they change. */
  acceptedKeysFor(purpose: string): readonly Uint8Array[]
  /** Keyed hash of short secrets (codes, tokens), 32 bytes. */
  digest(purpose: string, text: string): Buffer
  /** True if `proof` is the digest, or its first bytes, under an accepted key. */
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

/** Derives each key once per purpose. */
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

/** `ring` is read at each use, because keys may be rotated. */
export function createSecrets(ring: () => KeyRing): Secrets {
  const derive = createDerivation()
  const accepted = new Map<string, readonly Uint8Array[]>()

  const keyFor = (purpose: string): Buffer => {
    const keys = ring()
    return derive(
      purpose,
      FIRST_KEY_PURPOSES.has(purpose) ? (keys[0] as RingKey) : signingKey(keys, Date.now()),
    )
  }

  function acceptedKeysFor(purpose: string): readonly Uint8Array[] {
    const keys = FIRST_KEY_PURPOSES.has(purpose)
      ? [keyFor(purpose)]
      : acceptedKeys(ring(), Date.now()).map((key) => derive(purpose, key))
    const before = accepted.get(purpose)
    // Keys are derived only once, so equal keys are the same objects.
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
          // The text was sealed under an earlier key.
        }
      }
      return open(keys[0] as Buffer, sealed)
    },
  }
}

/** Secrets from a single key. */
export function secretsFrom(master: Uint8Array): Secrets {
  const ring = ringOf(master)
  return createSecrets(() => ring)
}
