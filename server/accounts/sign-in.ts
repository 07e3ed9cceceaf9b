import type { Database } from '#server/db/connect.ts'
import type { Client } from './account-parts.ts'
import type { AccountMails } from './mails.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'
import type { AccountRow } from './queries.ts'
import type { OpenedSession, Sessions } from './sessions.ts'

/** Time to type the second step. */
const CHALLENGE_SECONDS = 10 * 60

export type SignInResult = { opened: OpenedSession; challenge: null } | { opened: null; challenge: string }

/** What the second step must still know of the first. */
export interface ChallengePayload {
  recovery?: boolean
}

interface SignInParts {
  sessions: Sessions
  oneTime: OneTimeTokens
  mails: AccountMails
}

export type SignIn = ReturnType<typeof signIn>

/**
 * How every first step ends, be it a password, a mailed link or a provider: with a session, or with two-factor on
 * with a challenge for the second step. `recovery` opens a session that may choose a new password.
 */
export function signIn({ sessions, oneTime, mails }: SignInParts) {
  async function open(
    tx: Database,
    account: AccountRow,
    client: Client,
    { recovery }: ChallengePayload = {},
  ) {
    if (!recovery && !client.knownAccounts.includes(account.id)) {
      await mails.queue(tx, { mail: 'new-device', accountId: account.id, deviceName: client.deviceName })
    }
    return sessions.open(tx, account, { name: client.deviceName, recovery })
  }

  return {
    open,
    async begin(
      tx: Database,
      account: AccountRow,
      client: Client,
      payload: ChallengePayload = {},
    ): Promise<SignInResult> {
      if (account.totp_enabled_at === null) {
        return { opened: await open(tx, account, client, payload), challenge: null }
      }
      const id = await oneTime.create(tx, {
        purpose: 'two-factor',
        accountId: account.id,
        seconds: CHALLENGE_SECONDS,
        payload,
      })
      return { opened: null, challenge: oneTime.secretOf(id) }
    },
  }
}
