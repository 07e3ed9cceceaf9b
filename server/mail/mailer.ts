import { createTransport } from 'nodemailer'
import type { Outbox } from '#server/outbox/outbox.ts'
import { isMailAddress } from './address.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Resolves once a server has taken the mail. Only for handlers of jobs: a request that waited for it would tell by
   * its time whether an address is known.
   */
  send(message: MailMessage): Promise<void>
  close(): void
}

export interface SmtpOptions {
  /** smtps://user:password@host:465, or smtp:// with STARTTLS; `?tls=optional` for a relay in one's own network. */
  url: string
  /** 'Sankofa <hello@market.example>' or the address alone. */
  from: string
}

const PATIENCE_MILLISECONDS = 20_000
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

function checked(message: MailMessage): MailMessage {
  // nodemailer would read a line break or a comma as further recipients.
  if (!isMailAddress(message.to)) throw new TypeError('The recipient is no single mail address')
  if (/[\r\n\0]/.test(message.subject)) throw new TypeError('A subject has one line')
  return message
}

export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const relaxed = LOOPBACK.test(hostname) || searchParams.get('tls') === 'optional'
  const transport = createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !relaxed,
    tls: { rejectUnauthorized: !relaxed },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: PATIENCE_MILLISECONDS,
    greetingTimeout: PATIENCE_MILLISECONDS,
    socketTimeout: PATIENCE_MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message) {
      const { to, subject, text, html } = checked(message)
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html })
    },
    close: () => transport.close(),
  }
}

/** Keeps mails where the developer can read them. */
export const outboxMailer = (outbox: Outbox): Mailer => ({
  async send(message) {
    const { to, subject, text, html } = checked(message)
    await outbox.add({ channel: 'mail', to, subject, text, html })
  },
  close: () => undefined,
})
