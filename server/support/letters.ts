import type { PublicConfig } from '#contract/site.ts'
import { AUTOMATIC, type MailMessage } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import type { LetterRow } from './queries.ts'

const paragraphsOf = (text: string) => text.split(/\n+/).filter((paragraph) => paragraph.trim() !== '')

/** Of a mail that a second try sends again mail programs show one. */
const messageId = (name: string, { id }: LetterRow, { publicUrl }: PublicConfig) =>
  `<${name}.${id}@${new URL(publicUrl).hostname}>`

/** What support gets; its answer goes to who wrote. */
export function letterToSupport(letter: LetterRow, site: PublicConfig): MailMessage {
  const { siteName, supportEmail } = site
  const rendered = renderMail({
    siteName,
    title: `Contact: ${letter.subject}`,
    paragraphs: [
      `${letter.first_name} ${letter.last_name} (${letter.email}) wrote:`,
      ...paragraphsOf(letter.message),
    ],
    footer: `Sent with the form on the contact page, ${letter.created_at}. Nobody has checked that the address belongs to the writer. Your answer goes there.`,
  })
  const id = messageId('contact', letter, site)
  return { to: supportEmail, replyTo: letter.email, ...rendered, messageId: id }
}

/**
 * What the address that was given gets. It repeats nothing of what was typed, not even the name: or strangers could
 * send their own words to anybody in the site's name.
 */
export function receipt(letter: LetterRow, site: PublicConfig): MailMessage {
  const { siteName, supportEmail, publicUrl } = site
  const rendered = renderMail({
    siteName,
    title: 'We have your message',
    paragraphs: [
      'Thank you for writing to us. We read everything and reply within 24 hours, to this address.',
      'We never ask for your password, your MoMo PIN or a code from an SMS.',
    ],
    action: { text: 'Help Center', url: `${publicUrl}/help` },
    footer: `Somebody gave this address on the contact page of ${siteName}. If it was not you, there is nothing to do, or tell us at ${supportEmail}.`,
  })
  const id = messageId('receipt', letter, site)
  return { to: letter.email, ...rendered, messageId: id, headers: AUTOMATIC }
}
