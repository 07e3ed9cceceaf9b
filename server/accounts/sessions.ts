import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '#contract/accounts.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { AccessTokens } from './access-tokens.ts'
import {
  type AccountRow,
  deleteSessions,
  insertRefreshToken,
  insertSession,
  markRefreshed,
  selectAccount,
  selectRefreshToken,
  selectSessionOwner,
} from './queries.ts'
import type { Revocations } from './revocations.ts'
import { sessionUser } from './rules.ts'

/** A session not used for this long is over. */
export const SESSION_DAYS = 60
/** Two tabs, or a reply that was lost on the way, may use one refresh token twice within this time. */
const REUSE_SECONDS = 10
/** How long a reset link's session may choose a new password. */
const RECOVERY_SECONDS = 15 * 60

export interface OpenedSession {
  session: Session
  /** For the cookie alone. */
  refreshToken: string
}

export interface Sessions {
  open(
    tx: Database,
    account: AccountRow,
    device: { name: string; recovery?: boolean },
  ): Promise<OpenedSession>
  /** Refused with `session-ended` when the token is unknown, too old, or used before: then its whole family ends. */
  refresh(refreshToken: string): Promise<OpenedSession>
  end(tx: Database, accountId: string, which?: { only?: string; except?: string }): Promise<number>
}

const FAMILY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export function sessionKeeper(parts: {
  db: Database
  tokens: AccessTokens
  revocations: Revocations
}): Sessions {
  const { db, tokens, revocations } = parts

  async function grant(tx: Database, account: AccountRow, sessionId: string): Promise<OpenedSession> {
    // The session's id tells whose family a token was of, even once its row is gone.
    const refreshToken = `${sessionId}.${randomBytes(32).toString('base64url')}`
    await insertRefreshToken(tx, sessionId, hashOf(refreshToken))
    const viewer: Viewer = { id: account.id, sessionId }
    const { token, expiresAt } = await tokens.sign(viewer)
    return {
      session: { access_token: token, expires_at: expiresAt, user: sessionUser(account) },
      refreshToken,
    }
  }

  async function end(tx: Database, accountId: string, which: { only?: string; except?: string } = {}) {
    const ended = await deleteSessions(tx, accountId, which)
    await revocations.announce(tx, ended)
    return ended.length
  }

  async function endFamilyOf(tx: Database, refreshToken: string) {
    const sessionId = FAMILY.exec(refreshToken)?.[1]
    const accountId = sessionId && (await selectSessionOwner(tx, sessionId))
    if (accountId) await end(tx, accountId, { only: sessionId })
  }

  /** Null when the token is good for nothing; a used one takes its family with it. */
  async function rotate(tx: Database, refreshToken: string): Promise<OpenedSession | null> {
    const hash = hashOf(refreshToken)
    const known = await selectRefreshToken(tx, hash)
    if (!known || (known.used_at !== null && known.used_seconds_ago > REUSE_SECONDS)) {
      await endFamilyOf(tx, refreshToken)
      return null
    }
    const account = await selectAccount(tx, known.account_id)
    if (!account) return null
    await markRefreshed(tx, known.session_id, hash, SESSION_DAYS)
    return grant(tx, account, known.session_id)
  }

  return {
    end,
    async open(tx, account, { name, recovery = false }) {
      const recoverySeconds = recovery ? RECOVERY_SECONDS : null
      const session = { accountId: account.id, deviceName: name, days: SESSION_DAYS, recoverySeconds }
      return grant(tx, account, await insertSession(tx, session))
    },
    async refresh(refreshToken) {
      // The family's end must stay even though the caller is refused.
      const opened = await db.transaction().execute((tx) => rotate(tx, refreshToken))
      if (!opened) throw new AppError('session-ended')
      return opened
    },
  }
}
