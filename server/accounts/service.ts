import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { PublicConfig } from '#contract/site.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Live } from '#server/live/live.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { OAuthConfig } from '#server/oauth-config.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import type { Secrets } from '#server/secrets.ts'
import type { SmsProvider } from '#server/sms/sms-provider.ts'
import { accessTokens } from './access-tokens.ts'
import type { AccountParts } from './account-parts.ts'
import { accountReading } from './account-reading.ts'
import { cleanUpAccounts } from './clean-up.ts'
import { emailChange } from './email-change.ts'
import { login } from './login.ts'
import { mailRequests } from './mail-requests.ts'
import { accountMails } from './mails.ts'
import { oauthSignIn } from './oauth.ts'
import { oneTimeTokens } from './one-time-tokens.ts'
import { phoneVerification } from './phone.ts'
import { accountPreferences } from './preferences.ts'
import { selectSessionExists } from './queries.ts'
import { reauthentication } from './reauthentication.ts'
import { recovery } from './recovery.ts'
import { registration } from './registration.ts'
import { revocations } from './revocations.ts'
import { secondStep } from './second-step.ts'
import { sessionKeeper } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { tokenReading } from './token-reading.ts'
import { twoFactor } from './two-factor.ts'

export type AccountsService = ReturnType<typeof accountsService>

interface ServiceParts {
  db: Database
  listener: Listener
  live: Pick<Live, 'presenceChanged'>
  jobs: Jobs
  mailer: Mailer
  sms: SmsProvider | undefined
  settings: AccountParts['settings']
  oauth: OAuthConfig
  site: PublicConfig
  secrets: Secrets
  limiter: RateLimiter
  changes: PublicChanges
  notifications: Pick<NotificationsService, 'notify'>
  now?: () => number
}

/** Away from the full hour, when much else wakes. */
const EVERY_HOUR = '17 * * * *'

/** Everything about who a person is to the site. */
export function accountsService(given: ServiceParts) {
  const { db, listener, settings, secrets, limiter, changes, site, now = Date.now } = given
  const tokens = accessTokens(secrets.keyFor('access-token'), now)
  const revoked = revocations({ db, listener, now })
  const sessions = sessionKeeper({ db, tokens, revocations: revoked })
  const oneTime = oneTimeTokens(secrets)
  const mails = accountMails({ ...given, oneTime })
  const parts: AccountParts = {
    db,
    settings,
    secrets,
    limiter,
    changes,
    sessions,
    oneTime,
    mails,
    requests: mailRequests({ ...given, oneTime, mails }),
    signIn: signIn({ sessions, oneTime, mails }),
  }
  const proving = reauthentication(parts)
  given.jobs.schedule('accounts-clean-up', EVERY_HOUR, () => cleanUpAccounts(db, limiter))

  const endSessions = (viewer: Viewer, which?: { only?: string; except?: string }) =>
    db.transaction().execute((tx) => sessions.end(tx, viewer.id, which))

  return {
    parts,
    ...tokenReading({ db, tokens, revoked }),
    login: login(parts),
    ...registration(parts),
    ...recovery(parts),
    ...emailChange(parts, proving),
    reauthenticate: proving.reauthenticate,
    ...secondStep({ ...parts, now }),
    ...twoFactor({ ...parts, siteName: site.siteName, now }),
    ...phoneVerification({ ...given, site }),
    ...accountReading(db),
    ...accountPreferences(given),
    oauth: oauthSignIn({ ...parts, oauth: given.oauth, publicUrl: site.publicUrl, now }),
    refresh: sessions.refresh,
    endSessions,
    /** For what cannot be undone: the session itself must still stand. */
    async requireLiveSession(viewer: Viewer): Promise<void> {
      if (!(await selectSessionExists(db, viewer.sessionId))) throw new AppError('session-ended')
    },
  }
}
