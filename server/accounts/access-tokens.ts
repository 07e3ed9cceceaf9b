import { jwtVerify, SignJWT } from 'jose'
import { AppError } from '#server/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'

const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
export const ACCESS_TOKEN_SECONDS = 10 * 60

export interface AccessToken {
  token: string
  /** Seconds since 1970. */
  expiresAt: number
}

export interface AccessTokens {
  sign(viewer: Viewer): Promise<AccessToken>
  /** Refused with `session-ended` when it is not ours or its time is over. */
  read(token: string): Promise<Viewer & { expiresAt: number }>
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
      try {
        const { payload } = await jwtVerify(token, await importing, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          currentDate: new Date(now()),
          requiredClaims: ['sub', 'sid', 'exp'],
        })
        return { id: String(payload.sub), sessionId: String(payload.sid), expiresAt: Number(payload.exp) }
      } catch {
        throw new AppError('session-ended')
      }
    },
  }
}
