import { expect, test } from 'vitest'
import { type MailContent, renderMail } from './render-mail.ts'

const CONTENT: MailContent = {
  siteName: 'Sankofa',
  title: 'Confirm your e-mail address',
  paragraphs: ['Hello Ama,', 'please confirm that this is your address.'],
  action: { text: 'Confirm address', url: 'https://market.example/auth/verify-email?a=1&b=2#token=abc' },
  footer: 'You get this because you registered.',
}

test('the text version is complete by itself', () => {
  expect(renderMail(CONTENT)).toMatchObject({
    subject: 'Confirm your e-mail address',
    text: `Sankofa

Confirm your e-mail address

Hello Ama,

please confirm that this is your address.

Confirm address:
https://market.example/auth/verify-email?a=1&b=2#token=abc

--${' '}
You get this because you registered.
`,
  })
})

test('the HTML has a button, the visible address, and nothing to load', () => {
  const { html } = renderMail(CONTENT)
  expect(
    html.match(/href="https:\/\/market\.example\/auth\/verify-email\?a=1&amp;b=2#token=abc"/g),
  ).toHaveLength(2)
  expect(html).toContain('<h1 style=')
  expect(html).toContain('Hello Ama,')
  expect(html).not.toMatch(/<script|<style|<img|<link|src=|url\(/)
})

test('a mail without an action has no link', () => {
  const { html, text } = renderMail({ ...CONTENT, action: undefined })
  expect(html).not.toContain('<a ')
  expect(text).not.toContain('http')
})

test('an unsubscribe link is on the last line', () => {
  const unsubscribe = { text: 'Stop these e-mails', url: 'https://market.example/unsubscribe#token=a' }
  const { html, text } = renderMail({ ...CONTENT, unsubscribe })
  expect(text).toMatch(/registered\.\nStop these e-mails: https:\/\/market\.example\/unsubscribe#token=a\n$/)
  expect(html).toContain('<a href="https://market.example/unsubscribe#token=a"')
  expect(() => renderMail({ ...CONTENT, unsubscribe: { ...unsubscribe, url: 'javascript:x' } })).toThrow(
    TypeError,
  )
})

test('user input is escaped everywhere', () => {
  const evil = `<img src=x onerror="alert('1')"> & co`
  const { html, text } = renderMail({
    siteName: evil,
    title: evil,
    paragraphs: [evil],
    action: { text: evil, url: "https://market.example/?q='a'" },
    footer: evil,
  })
  expect(html).not.toContain('<img')
  expect(html.split('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co')).toHaveLength(7)
  expect(text).toContain(evil)
})

test('the subject is one line', () => {
  expect(renderMail({ ...CONTENT, title: 'News\r\nBcc: evil@x.example' }).subject).toBe(
    'News Bcc: evil@x.example',
  )
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'https://x.example/" onclick="x',
  'https://x.example/ y',
])('an action with the address %j is refused', (url) => {
  expect(() => renderMail({ ...CONTENT, action: { text: 'Open', url } })).toThrow(TypeError)
})
