import { escapeHtml } from '#server/platform/html/html.ts'

export interface MailContent {
  siteName: string
  title: string
  /** Subject of the mail. Default: the title. */
  subject?: string
  paragraphs: string[]
  /** A button, whose address is also shown as text. */
  action?: { text: string; url: string }
  /** Why the person got this mail. */
  footer: string
  /** A last line of its own with the link that unsubscribes. */
  unsubscribe?: { text: string; url: string }
}

// Mail programs support neither stylesheets nor light-dark(), so every element has its own style.
const PAGE = 'margin:0;padding:24px 12px;background:#f3f5f8;'
const CARD =
  "max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;color:#111827;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;"
const BRAND = 'margin:0 0 16px;font-size:18px;font-weight:700;color:#2563eb;'
const TITLE = 'margin:0 0 16px;font-size:22px;line-height:1.3;'
const PARAGRAPH = 'margin:0 0 16px;'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#2563eb;color:#ffffff;font-weight:600;text-decoration:none;'
const SMALL = 'margin:0 0 16px;font-size:14px;color:#556070;overflow-wrap:anywhere;'
const FOOTER = 'margin:24px 0 0;padding-top:16px;border-top:1px solid #dfe4ea;font-size:14px;color:#556070;'

function requireWebAddress(url: string): void {
  if (!/^https?:\/\/[^\s"<>]+$/.test(url)) throw new TypeError('A mail links to web addresses only')
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const element = (tag: string, style: string, content: string) =>
  `<${tag} style="${escapeHtml(style)}">${content}</${tag}>`

function button({ text, url }: { text: string; url: string }): string {
  const link = (style: string, content: string) =>
    `<a href="${escapeHtml(url)}" style="${escapeHtml(style)}">${escapeHtml(content)}</a>`
  return [
    element('p', PARAGRAPH, link(BUTTON, text)),
    element('p', SMALL, `If the button does not work, open this address:<br>${link('color:#2563eb;', url)}`),
  ].join('\n')
}

const footerOf = ({ footer, unsubscribe }: MailContent): string =>
  unsubscribe
    ? `${escapeHtml(footer)}<br><a href="${escapeHtml(unsubscribe.url)}" style="color:#2563eb;">${escapeHtml(unsubscribe.text)}</a>`
    : escapeHtml(footer)

function htmlOf(mail: MailContent): string {
  const { siteName, title, paragraphs, action } = mail
  const content = [
    element('p', BRAND, escapeHtml(siteName)),
    element('h1', TITLE, escapeHtml(title)),
    ...paragraphs.map((paragraph) => element('p', PARAGRAPH, escapeHtml(paragraph))),
    ...(action ? [button(action)] : []),
    element('p', FOOTER, footerOf(mail)),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
${element('body', PAGE, `\n${element('div', CARD, `\n${content.join('\n')}\n`)}\n`)}
</html>
`
}

/** A mail as text and as HTML. The input is plain text, which is escaped. */
export function renderMail(content: MailContent) {
  const { siteName, title, subject = title, paragraphs, action, footer, unsubscribe } = content
  for (const link of [action, unsubscribe]) if (link) requireWebAddress(link.url)
  const link = action ? [`${action.text}:\n${action.url}`] : []
  const last = unsubscribe ? `${footer}\n${unsubscribe.text}: ${unsubscribe.url}` : footer
  const blocks = [siteName, title, ...paragraphs, ...link, `-- \n${last}`]
  return { subject: oneLine(subject), text: `${blocks.join('\n\n')}\n`, html: htmlOf(content) }
}
