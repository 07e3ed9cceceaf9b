import { createTransport } from 'nodemailer'
import type { DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import { isThisMachine } from '#server/platform/process/this-machine.ts'
import { isMailAddress } from './address.ts'

export interface MailMessage {
  /** Kind of mail, for the mail log. */
  kind: string
  /** Account for which it is sent, if any. */
  personId?: string
  to: string
  subject: string
  text: string
  html: string
  /** One plain address for replies. Default: the site's own. */
  replyTo?: string
  /** '<…@host>', the same for every attempt. Default: the transport makes one. */
  messageId?: string
  headers?: MailHeaders
}

/** Headers that let mail programs unsubscribe (RFC 2369 and 8058). */
export interface UnsubscribeHeaders {
  'List-Unsubscribe': string
  'List-Unsubscribe-Post': string
}

/** The only headers that can be added. */
export interface MailHeaders extends Partial<UnsubscribeHeaders> {
  /** Prevents automatic replies (RFC 3834). */
  'Auto-Submitted'?: 'auto-generated'
}

/** Headers of mails that must not get an automatic reply. */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' } as const satisfies MailHeaders

export interface Mailer {
  /**
   * Resolves once a server has accepted the mail. Call it only in handlers of jobs: the duration of a waiting request
   * would reveal whether an account has the address.
   */
  send(message: MailMessage): Promise<void>
  close(): void
}

export interface SmtpOptions {
  /**
   * smtps://user:password@host:465, or smtp:// with STARTTLS; `?tls=optional` for a relay in the operator's own
   * network.
   */
  url: string
  /** 'Sankofa <hello@market.example>' or only the address. */
  from: string
}

const TIMEOUT_MS = 20_000

function checked(message: MailMessage): MailMessage {
  // nodemailer would read a line break or a comma as further recipients.
  if (!isMailAddress(message.to)) throw new TypeError('The recipient is not a single mail address')
  if (message.replyTo !== undefined && !isMailAddress(message.replyTo)) {
    throw new TypeError('Replies must go to a single mail address')
  }
  if (/[\r\n\0]/.test(message.subject)) throw new TypeError('A subject must have one line')
  if (message.messageId !== undefined && !MESSAGE_ID.test(message.messageId)) {
    throw new TypeError('A message id must look like <…@host>')
  }
  if (message.headers) checkHeaders(message.headers)
  return message
}

const MESSAGE_ID = /^<[\w.-]+@[\w.:[\]-]+>$/
const HEADER_FORMS: Record<string, RegExp> = {
  'List-Unsubscribe': /^<https?:\/\/[\w\-.~:[\]]+\/[\w\-.~/]*>$/,
  'List-Unsubscribe-Post': /^List-Unsubscribe=One-Click$/,
  'Auto-Submitted': /^auto-generated$/,
}

function checkHeaders(headers: MailHeaders): void {
  for (const [name, value] of Object.entries(headers) as [string, string][]) {
    if (!HEADER_FORMS[name]?.test(value))
      throw new TypeError(`${JSON.stringify(name)} is not an allowed mail header`)
  }
}

export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const relaxed = isThisMachine(hostname) || searchParams.get('tls') === 'optional'
  const transport = createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !relaxed,
    tls: { rejectUnauthorized: !relaxed },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message) {
      const { to, subject, text, html, replyTo, messageId, headers } = checked(message)
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        ...(messageId !== undefined && { messageId }),
        // Headers must not be folded, because a line break would break the address.
        ...(headers && { headers: unfolded(headers) }),
      })
    },
    close: () => transport.close(),
  }
}

const unfolded = (headers: MailHeaders) =>
  Object.entries(headers).map(([key, value]: [string, string]) => ({ key, value: { prepared: true, value } }))

export const devMailer = (devMailbox: DevMailbox): Mailer => ({
  async send(message) {
    const { to, subject, text, html } = checked(message)
    await devMailbox.add({ channel: 'mail', to, subject, text, html })
  },
  close: () => undefined,
})
