import type { Context } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import type { MailLane } from '#server/platform/mail/mail-allowance.ts'
import { AUTOMATIC } from '#server/platform/mail/mailer.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { selectOutsideReport } from './outside-report-queries.ts'

interface OutsideMail {
  /** Id of the report. */
  id: string
}

export const OUTSIDE_RECEIPT = defineJob<OutsideMail>('outside-report-receipt')
export const OUTSIDE_OUTCOME = defineJob<OutsideMail>('outside-report-outcome')

type Deps = Pick<Context, 'db' | 'mailer' | 'mailAllowance' | 'site'>
type Report = NonNullable<Awaited<ReturnType<typeof selectOutsideReport>>>

interface MailText {
  kind: string
  lane: MailLane
  title: string
  paragraphs: (report: Report) => string[]
}

/**
 * The mails repeat neither what was typed nor the title of the listing: otherwise strangers could send their
 * own words to anybody in the site's name.
 */
const RECEIPT: MailText = {
  kind: 'outside-receipt',
  lane: 'receipt',
  title: 'We have your report',
  paragraphs: ({ id }) => [
    'Thank you for your report. A moderator looks at it, and we tell you the outcome at this address.',
    `The number of your report is ${id}. Please quote it if you write to us about it.`,
  ],
}
const OUTCOME: MailText = {
  kind: 'outside-outcome',
  lane: 'report-outcome',
  title: 'The outcome of your report',
  paragraphs: ({ id, outcome }) => [
    outcome === 'upheld'
      ? 'Thank you for your report. We looked at it and acted.'
      : 'Thank you for your report. We looked at it and found nothing against our rules.',
    `The number of your report is ${id}. If you think that we are wrong, write to us and quote it.`,
  ],
}

/** Returns a job's work: it sends the mail within the limits of its mailbox. */
const send =
  ({ kind, lane, title, paragraphs }: MailText) =>
  async ({ db, mailer, mailAllowance, site }: Deps, { id }: OutsideMail, attempt: number): Promise<void> => {
    const report = await selectOutsideReport(db, id)
    if (!report || (attempt === 1 && !(await mailAllowance.take(lane, report.email)))) return
    const { siteName, supportEmail, publicUrl } = site
    const rendered = renderMail({
      siteName,
      title,
      paragraphs: paragraphs(report),
      action: { text: 'Safety Tips', url: `${publicUrl}/safety` },
      footer: `Somebody gave this address in a report on ${siteName}. If it was not you, you need not do anything, or tell us at ${supportEmail}.`,
    })
    const messageId = `<${kind}.${id}@${new URL(publicUrl).hostname}>`
    await mailer.send({ kind, to: report.email, ...rendered, messageId, headers: AUTOMATIC })
  }

export const sendOutsideReceipt = send(RECEIPT)
export const sendOutsideOutcome = send(OUTCOME)
