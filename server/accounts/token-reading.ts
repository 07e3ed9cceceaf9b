import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { Authenticate } from '#server/http/viewer.ts'
import type { AccessTokens } from './access-tokens.ts'
import { selectStandingSessions } from './queries.ts'
import type { Revocations } from './revocations.ts'

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/

interface TokenParts {
  db: Database
  tokens: AccessTokens
  revoked: Revocations
}

/** Who somebody is by their access token, as long as its session has not ended. */
export function tokenReading({ db, tokens, revoked }: TokenParts) {
  async function readToken(token: string) {
    const read = await tokens.read(token)
    if (await revoked.isRevoked(read.sessionId)) throw new AppError('session-ended')
    return read
  }

  const authenticate: Authenticate = async (authorization) => {
    if (!authorization) return null
    const token = BEARER.exec(authorization)?.[1]
    if (!token) throw new AppError('session-ended')
    const { id, sessionId } = await readToken(token)
    return { id, sessionId }
  }

  return {
    authenticate,
    /** What a connection that stays open asks; see LiveRules. */
    live: {
      readToken,
      standingSessions: (sessionIds: readonly string[]) => selectStandingSessions(db, sessionIds),
      onSessionsEnded: revoked.onRevoked,
    },
  }
}
