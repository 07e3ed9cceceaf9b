import type { PublicConfig } from '#contract/site.ts'
import type { Context } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { AUTOMATIC, type MailMessage } from '#server/platform/mail/mailer.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { selectOutsideReport } from './outside-report-queries.ts'

interface OutsideMail {
  /** Id of the report. */
  id: string
}

export const OUTSIDE_RECEIPT = defineJob<OutsideMail>('outside-report-receipt')
export const OUTSIDE_OUTCOME = defineJob<OutsideMail>('outside-report-outcome')

type Deps = Pick<Context, 'db' | 'mailer' | 'mailAllowance' | 'site'>

/**
 * The mails repeat neither what was typed nor the title of the listing: otherwise strangers could send their
 * own words to anybody in the site's name.
 */
function outsideMail(
  kind: 'outside-receipt' | 'outside-outcome',
  { id, to, title, paragraphs }: { id: string; to: string; title: string; paragraphs: string[] },
  { siteName, supportEmail, publicUrl }: PublicConfig,
): MailMessage {
  const rendered = renderMail({
    siteName,
    title,
    paragraphs,
    action: { text: 'Safety Tips', url: `${publicUrl}/safety` },
    footer: `Somebody gave this address in a report on ${siteName}. If it was not you, you need not do anything, or tell us at ${supportEmail}.`,
  })
  const messageId = `<${kind}.${id}@${new URL(publicUrl).hostname}>`
  return { kind, to, ...rendered, messageId, headers: AUTOMATIC }
}

export async function sendOutsideReceipt(
  { db, mailer, mailAllowance, site }: Deps,
  { id }: OutsideMail,
  attempt: number,
): Promise<void> {
  const report = await selectOutsideReport(db, id)
  if (!report || (attempt === 1 && !(await mailAllowance.take('receipt', report.email)))) return
  const paragraphs = [
    'Thank you for your report. A moderator looks at it, and we tell you the outcome at this address.',
    `The number of your report is ${id}. Please quote it if you write to us about it.`,
  ]
  await mailer.send(
    outsideMail('outside-receipt', { id, to: report.email, title: 'We have your report', paragraphs }, site),
  )
}

export async function sendOutsideOutcome(
  { db, mailer, mailAllowance, site }: Deps,
  { id }: OutsideMail,
  attempt: number,
): Promise<void> {
  const report = await selectOutsideReport(db, id)
  if (!report || (attempt === 1 && !(await mailAllowance.take('report-outcome', report.email)))) return
  const paragraphs = [
    report.outcome === 'upheld'
      ? 'Thank you for your report. We looked at it and acted.'
      : 'Thank you for your report. We looked at it and found nothing against our rules.',
    `The number of your report is ${id}. If you think that we are wrong, write to us and quote it.`,
  ]
  await mailer.send(
    outsideMail(
      'outside-outcome',
      { id, to: report.email, title: 'The outcome of your report', paragraphs },
      site,
    ),
  )
}
