import type { PublicConfig } from '#contract/site.ts'
import type { Database } from '#server/db/connect.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import type { Secrets } from '#server/secrets.ts'
import { type AccountMail, letterOf } from './letters.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'
import { selectAccount } from './queries.ts'
import { securityNews } from './security-news.ts'

interface AccountMailOrder {
  mail: Exclude<AccountMail, 'account-deleted'>
  accountId: string
  /** The one-time token whose secret goes into the link; the secret itself is in no job. */
  tokenId?: string
  deviceName?: string
  /** Instead of the account's own address: the new one to confirm, or the old one to warn. */
  to?: string
}

/** To somebody whose account is gone. */
interface FarewellOrder {
  mail: 'account-deleted'
  to: string
}

export type MailOrder = AccountMailOrder | FarewellOrder

interface MailJob {
  mail: AccountMail
  accountId?: string
  tokenId?: string
  deviceName?: string
  /** An address outlives the account in the queue for a day, so it lies there encrypted. */
  sealedTo?: string
}

const SEAL = 'mail-address'
const ACCOUNT_MAIL = defineJob<MailJob>('account-mail')

/**
 * Mails about an account. Each is queued in the caller's transaction: none for what is rolled back. What concerns its
 * security becomes a notification as well.
 */
export interface AccountMails {
  queue(tx: Database, order: MailOrder): Promise<void>
}

interface MailParts {
  db: Database
  jobs: Jobs
  mailer: Mailer
  secrets: Secrets
  oneTime: Pick<OneTimeTokens, 'secretOf'>
  site: PublicConfig
  notifications: Pick<NotificationsService, 'notify'>
}

export function accountMails({
  db,
  jobs,
  mailer,
  secrets,
  oneTime,
  site,
  notifications,
}: MailParts): AccountMails {
  const seal = (to: string) => secrets.encrypt(SEAL, to).toString('base64')
  const unseal = (sealed: string) => secrets.decrypt(SEAL, Buffer.from(sealed, 'base64'))

  jobs.handle(ACCOUNT_MAIL, async ({ mail, accountId, tokenId, deviceName, sealedTo }) => {
    const account = accountId === undefined ? undefined : await selectAccount(db, accountId)
    // Whoever left meanwhile hears no more of the account.
    if (accountId !== undefined && !account) return
    const to = sealedTo === undefined ? account?.email : unseal(sealedTo)
    if (to === undefined) return
    const secret = tokenId === undefined ? undefined : oneTime.secretOf(tokenId)
    const letter = letterOf(mail, { site, name: account?.full_name ?? '', secret, deviceName })
    await mailer.send({ to, ...renderMail({ siteName: site.siteName, ...letter }) })
  })

  async function tell(tx: Database, order: MailOrder) {
    if (!('accountId' in order)) return
    const content = securityNews(order.mail, order.deviceName)
    if (content === undefined) return
    const news = { type: 'system', content, actionUrl: '/settings-page', isMailed: true } as const
    await notifications.notify(tx, { ...news, to: [order.accountId] })
  }

  return {
    async queue(tx, order) {
      const { to, ...job } = order
      await jobs.enqueue(tx, ACCOUNT_MAIL, { ...job, ...(to !== undefined && { sealedTo: seal(to) }) })
      await tell(tx, order)
    },
  }
}
