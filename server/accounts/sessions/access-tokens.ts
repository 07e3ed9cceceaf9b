import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
const PURPOSE = 'access-token'
export const ACCESS_TOKEN_SECONDS = 10 * 60
/** A token is about 250 characters. */
const CACHED_MAX = 5000

export interface AccessToken {
  token: string
  /** Seconds since 1970. */
  expiresAt: number
}

export interface ReadToken extends Viewer {
  /** Seconds since 1970. */
  expiresAt: number
}

export type AccessTokens = ReturnType<typeof createAccessTokens>

/** Each key is imported once; as bytes it would be imported again for every token. */
function createKeyImports() {
  const imported = new WeakMap<Uint8Array, Promise<CryptoKey>>()
  return (bytes: Uint8Array): Promise<CryptoKey> => {
    let key = imported.get(bytes)
    if (!key) {
      const hmac = { name: 'HMAC', hash: 'SHA-256' }
      key = crypto.subtle.importKey('raw', Uint8Array.from(bytes), hmac, false, ['sign', 'verify'])
      imported.set(bytes, key)
    }
    return key
  }
}

/** Returns the first result of an attempt that does not fail. */
async function firstSuccess<Item, Result>(items: readonly Item[], attempt: (item: Item) => Promise<Result>) {
  for (const item of items) {
    const result = await attempt(item).catch(() => undefined)
    if (result !== undefined) return result
  }
  return undefined
}

export function createAccessTokens(
  secrets: Pick<Secrets, 'keyFor' | 'acceptedKeysFor'>,
  now: () => number = Date.now,
) {
  const importKey = createKeyImports()
  /** Valid tokens read before; each is verified once. */
  const cache = new LRUCache<string, ReadToken>({ max: CACHED_MAX })
  let acceptedBefore: readonly Uint8Array[] = []
  const verify = async (token: string, key: Uint8Array) =>
    jwtVerify(token, await importKey(key), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      currentDate: new Date(now()),
      requiredClaims: ['sub', 'sid', 'exp'],
    })
  return {
    async sign({ id, sessionId }: Viewer): Promise<AccessToken> {
      const issuedAt = Math.floor(now() / 1000)
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
      const token = await new SignJWT({ sid: sessionId, role: 'user' })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await importKey(secrets.keyFor(PURPOSE)))
      return { token, expiresAt }
    },
    /** Throws `session-ended` if the token is forged or expired. */
    async read(token: string): Promise<ReadToken> {
      const accepted = secrets.acceptedKeysFor(PURPOSE)
      // Tokens that were verified with a key that is no longer accepted are dropped.
      if (accepted !== acceptedBefore) cache.clear()
      acceptedBefore = accepted
      const known = cache.get(token)
      if (known && known.expiresAt > Math.floor(now() / 1000)) return known
      const verified = await firstSuccess(accepted, (key) => verify(token, key))
      if (!verified) throw new AppError('session-ended')
      const { sub, sid, exp } = verified.payload
      const read = { id: String(sub), sessionId: String(sid), expiresAt: Number(exp) }
      cache.set(token, read)
      return read
    },
  }
}
