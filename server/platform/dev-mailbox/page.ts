import { type Html, html } from '#server/platform/html/html.ts'
import type { StoredMessage } from './queries.ts'

/** A web address, without a full stop or comma that follows it. */
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

/** Plain text with links in place of its web addresses. */
const linked = (text: string): (Html | string)[] =>
  // Every second part is a match of the group.
  text.split(LINK).map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))

const article = ({ id, channel, to, subject, text, createdAt }: StoredMessage): Html =>
  html`<article aria-labelledby="m-${id}">
    <h2 id="m-${id}">${channel === 'mail' ? subject : 'SMS'}</h2>
    <p>
      To <a href="/dev/outbox?to=${encodeURIComponent(to)}">${to}</a>,
      <time datetime="${createdAt}">${createdAt}</time>
    </p>
    <pre>${linked(text)}</pre>
  </article>`

/** Page with the messages that would have been sent, optionally of the recipient `to`. */
export function devMailboxPage(siteName: string, messages: StoredMessage[], to?: string): string {
  const intro =
    to === undefined
      ? html`<p>
          On your own machine, e-mails and text messages appear here instead of being sent, unless you set a
          mail server or an SMS provider.
        </p>`
      : html`<p>Only messages to ${to}. <a href="/dev/outbox">Show all</a></p>`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>Outbox of ${siteName}</title>
        <link rel="stylesheet" href="/api-docs.css" />
        <link rel="stylesheet" href="/outbox.css" />
      </head>
      <body>
        <main>
          <h1>Outbox</h1>
          ${intro}
          ${messages.length === 0 ? html`<p>No messages yet. Sign up, for example, then reload this page.</p>` : messages.map(article)}
        </main>
      </body>
    </html> `.text
}
