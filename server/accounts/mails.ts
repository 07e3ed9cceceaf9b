import type { PublicConfig } from '#contract/site.ts'
import type { Database } from '#server/db/connect.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { type AccountMail, letterOf } from './letters.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'
import { selectAccount } from './queries.ts'

interface MailJob {
  mail: AccountMail
  accountId: string
  /** The one-time token whose secret goes into the link; the secret itself is in no job. */
  tokenId?: string
  deviceName?: string
  /** Instead of the account's own address: the new one to confirm, or the old one to warn. */
  to?: string
}

const ACCOUNT_MAIL = defineJob<MailJob>('account-mail')

/** Mails about an account. Each is queued in the caller's transaction: none for what is rolled back. */
export interface AccountMails {
  queue(tx: Database, job: MailJob): Promise<void>
}

interface MailParts {
  db: Database
  jobs: Jobs
  mailer: Mailer
  oneTime: Pick<OneTimeTokens, 'secretOf'>
  site: PublicConfig
}

export function accountMails({ db, jobs, mailer, oneTime, site }: MailParts): AccountMails {
  jobs.handle(ACCOUNT_MAIL, async ({ mail, accountId, tokenId, deviceName, to }) => {
    const account = await selectAccount(db, accountId)
    if (!account) return
    const secret = tokenId === undefined ? undefined : oneTime.secretOf(tokenId)
    const letter = letterOf(mail, { site, name: account.full_name ?? '', secret, deviceName })
    await mailer.send({ to: to ?? account.email, ...renderMail({ siteName: site.siteName, ...letter }) })
  })
  return { queue: (tx, job) => jobs.enqueue(tx, ACCOUNT_MAIL, job) }
}
