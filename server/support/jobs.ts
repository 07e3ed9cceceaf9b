import type { Context } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { contactEmail, receiptEmail } from './contact-emails.ts'
import { deleteOldMessages, selectContactMessage } from './queries.ts'

interface EmailJob {
  id: string
}

/** Two jobs, so that retrying one does not send the other twice. */
export const CONTACT_EMAIL = defineJob<EmailJob>('contact-letter')
export const RECEIPT_EMAIL = defineJob<EmailJob>('contact-receipt')
const EVERY_NIGHT = '27 3 * * *'

type Deps = Pick<Context, 'db' | 'mailer' | 'site'>

async function sendToSupport({ db, mailer, site }: Deps, { id }: EmailJob): Promise<void> {
  const message = await selectContactMessage(db, id)
  if (message) await mailer.send(contactEmail(message, site))
}

async function sendReceipt(
  { db, mailer, mailAllowance, site }: Deps & Pick<Context, 'mailAllowance'>,
  { id }: EmailJob,
  attempt: number,
): Promise<void> {
  const message = await selectContactMessage(db, id)
  if (!message || (attempt === 1 && !(await mailAllowance.take('receipt', message.email)))) return
  await mailer.send(receiptEmail(message, site))
}

export function handleSupportJobs(ctx: Context): void {
  ctx.jobs.handle(CONTACT_EMAIL, (payload) => sendToSupport(ctx, payload))
  ctx.jobs.handle(RECEIPT_EMAIL, (payload, { attempt }) => sendReceipt(ctx, payload, attempt))
  ctx.jobs.schedule('forget-contact-messages', EVERY_NIGHT, async () => {
    await deleteOldMessages(ctx.db)
  })
}
