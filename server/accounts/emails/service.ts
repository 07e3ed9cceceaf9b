import type { Context } from '#server/context.ts'
import { notify } from '#server/notifications/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { defineJob, type JobRun } from '#server/platform/jobs/job-kind.ts'
import type { MailLane } from '#server/platform/mail/mail-allowance.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { oneTimeSecret } from '#server/accounts/one-time-tokens/service.ts'
import { selectAccount } from '#server/accounts/queries.ts'
import { securityNotification } from './security-notifications.ts'
import { type AccountEmailName, accountEmailText } from './templates.ts'

interface EmailToAccount {
  mail: Exclude<AccountEmailName, 'account-deleted'>
  accountId: string
  /** The link's one-time token; its secret is in no job. */
  tokenId?: string
  deviceName?: string
  /** Recipient instead of the account's own address: the new one to confirm, or the old one to warn. */
  to?: string
}

interface EmailAfterDeletion {
  mail: 'account-deleted'
  to: string
}

export type AccountEmail = EmailToAccount | EmailAfterDeletion

interface EmailJob {
  mail: AccountEmailName
  accountId?: string
  tokenId?: string
  deviceName?: string
  /** Encrypted because a queued job outlives a deleted account by a day. */
  sealedTo?: string
}

/** E-mails whose allowance is taken before their links are created. */
const REQUESTED: ReadonlySet<AccountEmailName> = new Set([
  'verify-email',
  'reset-password',
  'sign-in-link',
  'change-email',
])

const SEAL = 'mail-address'
export const ACCOUNT_EMAIL = defineJob<EmailJob>('account-mail')

export type AccountEmailDeps = Pick<Context, 'jobs' | 'secrets'>

/**
 * Queues an e-mail about an account in the caller's transaction, so that a rollback also cancels the mail.
 * E-mails about the account's security become notifications as well.
 */
export async function queueAccountEmail(
  ctx: AccountEmailDeps,
  tx: Database,
  email: AccountEmail,
): Promise<void> {
  const { to, ...job } = email
  const sealedTo = to === undefined ? undefined : ctx.secrets.encrypt(SEAL, to).toString('base64')
  await ctx.jobs.enqueue(tx, ACCOUNT_EMAIL, { ...job, ...(sealedTo !== undefined && { sealedTo }) })
  if (!('accountId' in email)) return
  const content = securityNotification(email.mail, email.deviceName)
  if (content === undefined) return
  await notify(ctx, tx, {
    to: [email.accountId],
    type: 'system',
    content,
    actionUrl: '/settings-page',
    isMailed: true,
  })
}

/** Lanes of e-mails that do not use the default lane, 'account'. */
const LANES: Partial<Record<AccountEmailName, MailLane>> = {
  'new-device': 'new-device',
  'confirm-identity': 'proof',
}

const takeAllowance = async (
  { mailAllowance }: Pick<Context, 'mailAllowance'>,
  mail: AccountEmailName,
  to: string,
): Promise<boolean> => REQUESTED.has(mail) || mailAllowance.take(LANES[mail] ?? 'account', to)

export async function sendAccountEmail(
  ctx: Pick<Context, 'db' | 'mailAllowance' | 'mailer' | 'secrets' | 'site'>,
  { mail, accountId, tokenId, deviceName, sealedTo }: EmailJob,
  { attempt }: Pick<JobRun, 'attempt'>,
): Promise<void> {
  const { db, secrets, site } = ctx
  const account = accountId === undefined ? undefined : await selectAccount(db, accountId)
  // The account was deleted after the job was queued.
  if (accountId !== undefined && !account) return
  const to = sealedTo === undefined ? account?.email : secrets.decrypt(SEAL, Buffer.from(sealedTo, 'base64'))
  // People who registered with a phone number have no address yet and read these messages on the site.
  if (!to) return
  if (attempt === 1 && !(await takeAllowance(ctx, mail, to))) return
  const secret = tokenId === undefined ? undefined : oneTimeSecret(ctx, tokenId)
  const text = accountEmailText(mail, { site, name: account?.full_name ?? '', secret, deviceName })
  const rendered = renderMail({ siteName: site.siteName, ...text })
  await ctx.mailer.send({ kind: mail, personId: accountId, to, ...rendered })
}
