import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'

/** A session that was not used for this long has ended. */
export const SESSION_DAYS = 60

const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/
const NONCE_BYTES = 16
const SEAL_BYTES = 16

export interface RefreshToken {
  sessionId: string
  hash: Buffer
  /** True when this deployment issued it. Tokens from before there were seals are known by their row alone. */
  isSealed: boolean
}

const sealOf = ({ secrets }: Pick<Context, 'secrets'>, sessionId: string, nonce: Buffer) =>
  secrets.digest('refresh-token', `${sessionId}:${nonce.toString('base64url')}`).subarray(0, SEAL_BYTES)

/** A leaked database opens no session. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * `<session id>.<16 random bytes and their seal>`. The seal proves that a token was issued, even when its row was
 * deleted long ago: nobody else can make one up for a session.
 */
export function newRefreshToken(ctx: Pick<Context, 'secrets'>, sessionId: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  return `${sessionId}.${Buffer.concat([nonce, sealOf(ctx, sessionId, nonce)]).toString('base64url')}`
}

/** Undefined for what is no refresh token at all. */
export function parseRefreshToken(ctx: Pick<Context, 'secrets'>, token: string): RefreshToken | undefined {
  const [, sessionId, secret] = SHAPE.exec(token) ?? []
  if (!sessionId || !secret) return undefined
  const bytes = Buffer.from(secret, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const isSealed = timingSafeEqual(bytes.subarray(NONCE_BYTES), sealOf(ctx, sessionId, nonce))
  return { sessionId, hash: hashOf(token), isSealed }
}
