import { type Html, html } from '#server/platform/html/html.ts'
import type { StoredMessage } from './queries.ts'

/** A full stop or comma behind an address is no part of it. */
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

/** Plain text whose web addresses can be clicked. */
const linked = (text: string): (Html | string)[] =>
  // Every second part is what the group caught.
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

/** A readable list of what would have been sent; `to` is the recipient it was narrowed to. */
export function devMailboxPage(siteName: string, messages: StoredMessage[], to?: string): string {
  const intro =
    to === undefined
      ? html`<p>
          Mails and SMS that this market would have sent. They are kept here while it runs on your machine
          without a mail server or SMS provider.
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
          ${messages.length === 0 ? html`<p>Nothing here yet. Register an account, for example, and look again.</p>` : messages.map(article)}
        </main>
      </body>
    </html> `.text
}
