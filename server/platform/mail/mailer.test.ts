import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import { createTestDatabase } from '#testing/database.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { type MailServerOptions, startMailServer } from '#testing/services/mail-server.ts'
import { AUTOMATIC, type Mailer, devMailer, smtpMailer } from './mailer.ts'

const MAIL = {
  kind: 'welcome',
  to: 'ama@market.example',
  subject: 'Akwaaba, Ama',
  text: 'Welcome to the market.\n',
  html: '<p>Welcome</p>',
}
const FROM = 'Sankofa <hello@market.example>'

let closing: (() => unknown)[]
beforeEach(() => {
  closing = []
})
afterEach(async () => {
  for (const close of closing) await close()
})

async function startServer(options: MailServerOptions = {}) {
  const server = await startMailServer(options)
  closing.push(server.close)
  return server
}

function open(url: string): Mailer {
  const mailer = smtpMailer({ url, from: FROM })
  closing.unshift(() => mailer.close())
  return mailer
}

test('a mail is sent authenticated and encrypted, with text and HTML', async () => {
  const { taken, port } = await startServer()
  const mailer = open(`smtp://ama%40x:p%40ss%2Fword@127.0.0.1:${port}`)
  await Promise.all([mailer.send(MAIL), mailer.send({ ...MAIL, to: 'kofi@market.example' })])
  expect(taken.map(({ to }) => String(to)).toSorted()).toEqual(['ama@market.example', 'kofi@market.example'])
  expect(taken[0]).toMatchObject({ from: 'hello@market.example', user: 'ama@x', secure: true })
  expect(taken[0]?.source).toMatch(/^From: Sankofa <hello@market\.example>\r$/m)
  expect(taken[0]?.source).toMatch(/^Subject: Akwaaba, Ama\r$/m)
  expect(taken[0]?.source).toContain('Content-Type: text/plain')
  expect(taken[0]?.source).toContain('Welcome to the market.')
  expect(taken[0]?.source).toContain('<p>Welcome</p>')
})

test('smtps:// is encrypted from the first byte', async () => {
  const { taken, port } = await startServer({ secure: true })
  await open(`smtps://127.0.0.1:${port}`).send(MAIL)
  expect(taken).toMatchObject([{ to: ['ama@market.example'], secure: true }])
})

test('a remote server must encrypt with a valid certificate, unless configured otherwise', async () => {
  const { taken, port } = await startServer({ disabledCommands: ['STARTTLS'] })
  const { port: encrypting } = await startServer()
  await expect(open(`smtp://0.0.0.0:${port}`).send(MAIL)).rejects.toThrow(/STARTTLS/)
  await expect(open(`smtp://0.0.0.0:${encrypting}`).send(MAIL)).rejects.toThrow(/certificate/)
  expect(taken).toEqual([])
  await open(`smtp://0.0.0.0:${port}?tls=optional`).send(MAIL)
  expect(taken).toHaveLength(1)
})

const HEADERS = {
  'List-Unsubscribe': `<https://market.example/api/unsubscribe/${'a1'.repeat(16)}${'-_'.repeat(11)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  ...AUTOMATIC,
}

test('unsubscribe headers are sent unchanged, and others are refused', async () => {
  const { taken, port } = await startServer()
  const mailer = open(`smtp://127.0.0.1:${port}`)
  await mailer.send({ ...MAIL, headers: HEADERS })
  const [head = ''] = taken[0]?.source.split('\r\n\r\n') ?? []
  for (const [name, value] of Object.entries(HEADERS))
    expect(head.split('\r\n')).toContain(`${name}: ${value}`)
  const evil: object[] = [
    { Bcc: 'evil@x.example' },
    { 'List-Unsubscribe': '<https://market.example/x>\r\nBcc: evil@x.example' },
    { 'List-Unsubscribe': '<mailto:evil@x.example>' },
    { 'List-Unsubscribe': '<https://market.example/x>, <https://evil.example/x>' },
    { 'List-Unsubscribe-Post': 'One-Click\r\n' },
    { 'Auto-Submitted': 'no' },
  ]
  for (const wrong of evil)
    await expect(mailer.send({ ...MAIL, headers: { ...HEADERS, ...wrong } })).rejects.toThrow(TypeError)
  expect(taken).toHaveLength(1)
})

test.each([
  'ama@market.example\r\nBcc: evil@x.example',
  'ama@market.example, evil@x.example',
  'Ama <ama@market.example>',
])('a mail to %j is refused', async (to) => {
  const { taken, port } = await startServer()
  const mailer = open(`smtp://127.0.0.1:${port}`)
  await expect(mailer.send({ ...MAIL, to })).rejects.toThrow(TypeError)
  await expect(mailer.send({ ...MAIL, subject: 'News\r\nBcc: evil@x.example' })).rejects.toThrow(TypeError)
  await mailer.send(MAIL)
  expect(taken.map(({ to: recipients }) => recipients)).toEqual([['ama@market.example']])
})

test('a repeated mail has the same message id', async () => {
  const { taken, port } = await startServer()
  const mailer = open(`smtp://127.0.0.1:${port}`)
  await mailer.send({ ...MAIL, messageId: '<digest.1-2@market.example>' })
  expect(taken[0]?.source).toMatch(/^Message-ID: <digest\.1-2@market\.example>\r$/m)
  for (const messageId of ['', 'a@x.example', '<a@x.example>\r\nBcc: <evil@x.example>', '<a b@x.example>'])
    await expect(mailer.send({ ...MAIL, messageId })).rejects.toThrow(TypeError)
  expect(taken).toHaveLength(1)
})

test('a reply address must be one plain address', async () => {
  const { taken, port } = await startServer()
  const mailer = open(`smtp://127.0.0.1:${port}`)
  await mailer.send({ ...MAIL, replyTo: 'esi@home.example' })
  expect(taken[0]?.source).toMatch(/^Reply-To: <?esi@home\.example>?\r$/m)
  for (const replyTo of [
    '',
    'esi@home.example\r\nBcc: evil@x.example',
    'a@x.example, b@x.example',
    'E <a@x.example>',
  ])
    await expect(mailer.send({ ...MAIL, replyTo })).rejects.toThrow(TypeError)
  expect(taken).toHaveLength(1)
})

test('a closed port and a wrong password fail with a code, so the job is retried', async () => {
  const { port } = await startServer()
  await expect(open(`smtp://ama:wrong@127.0.0.1:${port}`).send(MAIL)).rejects.toMatchObject({ code: 'EAUTH' })
  await expect(open('smtp://127.0.0.1:1').send(MAIL)).rejects.toMatchObject({ code: 'ESOCKET' })
})

test('the dev mailbox stores mails by the same rules', async () => {
  const { db, close } = await createTestDatabase()
  closing.push(close)
  const mailer = devMailer(createDevMailbox(db))
  await mailer.send(MAIL)
  await expect(mailer.send({ ...MAIL, to: 'ama@market.example\r\nBcc: evil@x.example' })).rejects.toThrow(
    TypeError,
  )
  const { kind: _, ...stored } = MAIL
  expect(await readDevMailbox(db)).toMatchObject([{ channel: 'mail', ...stored }])
})
