import { jwtVerify, SignJWT } from 'jose'
import { AppError } from '#server/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'

const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
export const ACCESS_TOKEN_SECONDS = 10 * 60
/** Of people who ask again and again; a token is about 250 characters. */
const READ_KEPT = 5000

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
  /** Refused with `session-ended` when it is not ours or its time is over. */
  read(token: string): Promise<ReadToken>
}

/** Good tokens that were read before, so that each is checked once; the oldest make room. */
function readTokens(now: () => number) {
  const known = new Map<string, ReadToken>()
  return {
    find(token: string): ReadToken | undefined {
      const read = known.get(token)
      return read && read.expiresAt > Math.floor(now() / 1000) ? read : undefined
    },
    keep(token: string, read: ReadToken): void {
      const [oldest] = known.size >= READ_KEPT ? known.keys() : []
      if (oldest !== undefined) known.delete(oldest)
      known.set(token, read)
    },
  }
}

export function accessTokens(secret: Uint8Array, now: () => number = Date.now): AccessTokens {
  // Once, since as bytes it would be imported anew for every token.
  const importing = crypto.subtle.importKey(
    'raw',
    Uint8Array.from(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  const before = readTokens(now)
  return {
    async sign({ id, sessionId }) {
      const issuedAt = Math.floor(now() / 1000)
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
      const token = await new SignJWT({ sid: sessionId, role: 'user' })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await importing)
      return { token, expiresAt }
    },
    async read(token) {
      const known = before.find(token)
      if (known) return known
      try {
        const { payload } = await jwtVerify(token, await importing, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          currentDate: new Date(now()),
          requiredClaims: ['sub', 'sid', 'exp'],
        })
        const { sub, sid, exp } = payload
        const read = { id: String(sub), sessionId: String(sid), expiresAt: Number(exp) }
        before.keep(token, read)
        return read
      } catch {
        throw new AppError('session-ended')
      }
    },
  }
}
