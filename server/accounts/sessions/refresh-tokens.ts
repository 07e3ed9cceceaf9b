import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'

/** A session ends after this many days without use. */
export const SESSION_DAYS = 60
/** Every session ends this many days after its sign-in. */
export const SESSION_DAYS_MAX = 365

const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/
const NONCE_BYTES = 16
const SEAL_BYTES = 16

export interface RefreshToken {
  sessionId: string
  hash: Buffer
  /**
   * True if this deployment issued the token. A token sealed under a retired key is known only by its row.
   */
  isSealed: boolean
}

const PURPOSE = 'refresh-token'
const sealedText = (sessionId: string, nonce: Buffer) => `${sessionId}:${nonce.toString('base64url')}`

/** Only the hash is stored, so that a leaked database opens no session. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * `<session id>.<16 random bytes and their seal>`. The seal proves that we issued a token, even if its row
 * was deleted long ago: nobody else can make one up for a session.
 */
export function newRefreshToken({ secrets }: Pick<Context, 'secrets'>, sessionId: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const seal = secrets.digest(PURPOSE, sealedText(sessionId, nonce)).subarray(0, SEAL_BYTES)
  return `${sessionId}.${Buffer.concat([nonce, seal]).toString('base64url')}`
}

/** Returns undefined for text that is not a refresh token. */
export function parseRefreshToken(
  { secrets }: Pick<Context, 'secrets'>,
  token: string,
): RefreshToken | undefined {
  const [, sessionId, secret] = SHAPE.exec(token) ?? []
  if (!sessionId || !secret) return undefined
  const bytes = Buffer.from(secret, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const isSealed = secrets.isDigest(PURPOSE, sealedText(sessionId, nonce), bytes.subarray(NONCE_BYTES))
  return { sessionId, hash: hashOf(token), isSealed }
}
