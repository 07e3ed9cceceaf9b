import type { PublicConfig } from '#contract/site.ts'
import { AUTOMATIC, type MailMessage } from '#server/platform/mail/mailer.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import type { ContactMessageRow } from './queries.ts'

const paragraphsOf = (text: string) => text.split(/\n+/).filter((paragraph) => paragraph.trim() !== '')

/** The same id for every attempt, so that mail programs show the mail once. */
const messageId = (name: string, { id }: ContactMessageRow, { publicUrl }: PublicConfig) =>
  `<${name}.${id}@${new URL(publicUrl).hostname}>`

/** The mail to support; a reply to it goes to the writer. */
export function contactEmail(message: ContactMessageRow, site: PublicConfig): MailMessage {
  const { siteName, supportEmail } = site
  const rendered = renderMail({
    siteName,
    title: `Contact: ${message.subject}`,
    paragraphs: [
      `${message.first_name} ${message.last_name} (${message.email}) wrote:`,
      ...paragraphsOf(message.message),
    ],
    footer: `Sent with the form on the contact page, ${message.created_at}. Nobody has checked that the address belongs to the writer. Your reply goes to that address.`,
  })
  const id = messageId('contact', message, site)
  return { kind: 'contact', to: supportEmail, replyTo: message.email, ...rendered, messageId: id }
}

/**
 * The mail to the address that the writer typed. It repeats nothing of the message, not even the name:
 * otherwise strangers could send their own words to anybody in the site's name.
 */
export function receiptEmail(message: ContactMessageRow, site: PublicConfig): MailMessage {
  const { siteName, supportEmail, publicUrl } = site
  const rendered = renderMail({
    siteName,
    title: 'We have your message',
    paragraphs: [
      'Thank you for writing to us. We read everything and reply within 24 hours, to this address.',
      'We never ask for your password, your MoMo PIN or a code from an SMS.',
    ],
    action: { text: 'Help Center', url: `${publicUrl}/help` },
    footer: `Somebody gave this address on the contact page of ${siteName}. If it was not you, ignore this e-mail or tell us at ${supportEmail}.`,
  })
  const id = messageId('receipt', message, site)
  return { kind: 'contact-receipt', to: message.email, ...rendered, messageId: id, headers: AUTOMATIC }
}
