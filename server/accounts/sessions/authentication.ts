import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import type { ReadToken } from './access-tokens.ts'
import { selectOpenSessions } from './queries.ts'

/** The scheme is case-insensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i

type AuthenticationDeps = Pick<Context, 'accessTokens' | 'revocations'>

/** Throws `session-ended` if the token is invalid or its session has ended. */
export async function readAccessToken(
  { accessTokens, revocations }: AuthenticationDeps,
  token: string,
): Promise<ReadToken> {
  const read = await accessTokens.read(token)
  if (await revocations.isRevoked(read.sessionId)) throw new AppError('session-ended')
  return read
}

/** Returns the viewer that an Authorization header names, or null without a header. */
export async function authenticate(
  ctx: AuthenticationDeps,
  authorization: string | undefined,
): Promise<Viewer | null> {
  if (!authorization) return null
  const token = BEARER.exec(authorization)?.[1]
  if (!token) throw new AppError('session-ended')
  const { id, sessionId } = await readAccessToken(ctx, token)
  return { id, sessionId }
}

/** Returns those of the sessions that have not ended. */
export const listOpenSessions = (
  { db }: Pick<Context, 'db'>,
  sessionIds: readonly string[],
): Promise<string[]> => selectOpenSessions(db, sessionIds)
