import type { PublicConfig } from '#contract/site.ts'
import { AUTOMATIC, type MailMessage } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import type { LetterRow } from './queries.ts'

const paragraphsOf = (text: string) => text.split(/\n+/).filter((paragraph) => paragraph.trim() !== '')

/** What support gets; its answer goes to who wrote. */
export function letterToSupport(letter: LetterRow, { siteName, supportEmail }: PublicConfig): MailMessage {
  const rendered = renderMail({
    siteName,
    title: `Contact: ${letter.subject}`,
    paragraphs: [
      `${letter.first_name} ${letter.last_name} (${letter.email}) wrote:`,
      ...paragraphsOf(letter.message),
    ],
    footer: `Sent with the form on the contact page, ${letter.created_at}. Nobody has checked that the address belongs to the writer. Your answer goes there.`,
  })
  return { to: supportEmail, replyTo: letter.email, ...rendered }
}

/**
 * What the address that was given gets. It repeats nothing of what was typed, not even the name: or strangers could
 * send their own words to anybody in the site's name.
 */
export function receipt(to: string, { siteName, supportEmail, publicUrl }: PublicConfig): MailMessage {
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
  return { to, ...rendered, headers: AUTOMATIC }
}
