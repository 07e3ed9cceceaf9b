import { jwtVerify, SignJWT } from 'jose'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
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

export interface AccessTokens {
  sign(viewer: Viewer): Promise<AccessToken>
  /** Refused with `session-ended` when it is forged or expired. */
  read(token: string): Promise<ReadToken>
}

/** Valid tokens that were read before, so that each is verified once; the oldest is evicted. */
function createTokenCache(now: () => number) {
  const known = new Map<string, ReadToken>()
  return {
    find(token: string): ReadToken | undefined {
      const read = known.get(token)
      return read && read.expiresAt > Math.floor(now() / 1000) ? read : undefined
    },
    add(token: string, read: ReadToken): void {
      const [oldest] = known.size >= CACHED_MAX ? known.keys() : []
      if (oldest !== undefined) known.delete(oldest)
      known.set(token, read)
    },
  }
}

export function createAccessTokens(secret: Uint8Array, now: () => number = Date.now): AccessTokens {
  // Imported once; given as bytes it would be imported anew for every token.
  const key = crypto.subtle.importKey(
    'raw',
    Uint8Array.from(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  const cache = createTokenCache(now)
  return {
    async sign({ id, sessionId }) {
      const issuedAt = Math.floor(now() / 1000)
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
      const token = await new SignJWT({ sid: sessionId, role: 'user' })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await key)
      return { token, expiresAt }
    },
    async read(token) {
      const known = cache.find(token)
      if (known) return known
      try {
        const { payload } = await jwtVerify(token, await key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          currentDate: new Date(now()),
          requiredClaims: ['sub', 'sid', 'exp'],
        })
        const { sub, sid, exp } = payload
        const read = { id: String(sub), sessionId: String(sid), expiresAt: Number(exp) }
        cache.add(token, read)
        return read
      } catch {
        throw new AppError('session-ended')
      }
    },
  }
}
