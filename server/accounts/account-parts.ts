import type { Database } from '#server/db/connect.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { Secrets } from '#server/secrets.ts'
import type { MailRequests } from './mail-requests.ts'
import type { AccountMails } from './mails.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'
import type { Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'

/** What the parts of this domain work with. */
export interface AccountParts {
  db: Database
  settings: { signup: boolean; emailVerification: boolean }
  secrets: Secrets
  limiter: RateLimiter
  sessions: Sessions
  oneTime: OneTimeTokens
  mails: AccountMails
  requests: MailRequests
  signIn: SignIn
  changes: PublicChanges
}

/** Who asks, as far as the connection tells. */
export interface Client {
  address: string
  deviceName: string
  /** Ids of accounts that signed in on this device before, from its signed cookie. */
  knownAccounts: readonly string[]
  /** Of the browser itself, from a cookie; undefined before it ever registered. */
  browser?: string
}
