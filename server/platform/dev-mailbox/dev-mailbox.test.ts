import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createBareApp, type Injected } from '#testing/injected.ts'
import { createDevMailbox, type DevMailbox } from './dev-mailbox.ts'
import type { SentMessage } from './queries.ts'
import { addDevMailbox } from './routes.ts'

const MAIL: SentMessage = {
  channel: 'mail',
  to: 'ama@market.example',
  subject: 'Confirm <b>your</b> address',
  text: 'Open http://localhost:3000/auth/verify-email#token=abc. <script>alert(1)</script>',
  html: '<p>Open</p>',
}
const SMS: SentMessage = {
  channel: 'sms',
  to: '+233201234567',
  subject: '',
  text: 'Your code is 1234',
  html: '',
}

let market: TestDatabase
let devMailbox: DevMailbox
let app: Injected

beforeEach(async () => {
  market = await createTestDatabase()
  devMailbox = createDevMailbox(market.db)
  const bare = await createBareApp()
  addDevMailbox(bare, { devMailbox, siteName: 'Kasoa & Co' })
  app = bare
})
afterEach(() => market.close())

/** A request from a socket with that address. */
const get = async (
  path: string,
  remoteAddress: string | undefined = '127.0.0.1',
  headers: Record<string, string> = {},
) => app.request(new URL(path, 'http://localhost:3000').href, { headers }, remoteAddress)

test('the newest messages are first and can be filtered by recipient', async () => {
  await devMailbox.add(MAIL)
  await devMailbox.add(SMS)
  const all = await get('/dev/outbox.json')
  expect(all.headers.get('cache-control')).toBe('no-store')
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string
  const id = expect.any(String) as string
  expect(await all.json()).toEqual({
    messages: [
      { ...SMS, id, createdAt: time },
      { ...MAIL, id, createdAt: time },
    ],
  })
  const one = await get('/dev/outbox.json?to=%2B233201234567')
  expect(await one.json()).toMatchObject({ messages: [{ to: SMS.to }] })
})

test('the page links addresses in the text and escapes everything else', async () => {
  await devMailbox.add(MAIL)
  await devMailbox.add(SMS)
  const html = await (await get('/dev/outbox')).text()
  expect(html).toContain('<a href="http://localhost:3000/auth/verify-email#token=abc">')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('Confirm &lt;b&gt;your&lt;/b&gt; address')
  expect(html).toContain('<title>Outbox of Kasoa &amp; Co</title>')
  expect(html.indexOf('Your code is 1234')).toBeLessThan(html.indexOf('Confirm &lt;b'))
  expect(html).not.toMatch(/<script|<style| style=| on\w+=/)

  const narrowed = await (await get('/dev/outbox?to=ama%40market.example')).text()
  expect(narrowed).toContain('Only messages to ama@market.example')
  expect(narrowed).not.toContain('Your code is 1234')
})

test('an empty outbox has a note', async () => {
  expect(await (await get('/dev/outbox')).text()).toContain('No messages yet')
})

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'a caller at %s is accepted',
  async (address) => {
    expect((await get('/dev/outbox', address)).status).toBe(200)
    expect((await get('/dev/outbox.json', address)).status).toBe(200)
  },
)

test.each([
  ['10.0.0.7', {}],
  ['192.168.1.4', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' }],
  ['::ffff:10.0.0.7', {}],
])('the outbox is hidden from a caller at %j', async (address, headers) => {
  for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.json?to=ama@market.example']) {
    expect((await get(path, address, headers)).status).toBe(404)
  }
})

test.each([
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'X-Client-IP',
  'CF-Connecting-IP',
  'True-Client-IP',
])('the outbox is hidden behind a local proxy (%s)', async (header) => {
  expect((await get('/dev/outbox.json', '127.0.0.1', { [header]: '127.0.0.1' })).status).toBe(404)
  expect((await get('/dev/outbox', '::1', { [header.toLowerCase()]: '' })).status).toBe(404)
})

test('the outbox is hidden from a host name that points to this machine', async () => {
  const rebound = await app.request('http://evil.example:3000/dev/outbox.json', {}, '127.0.0.1')
  expect(rebound.status).toBe(404)
})

test('only the newest 500 messages are stored', async () => {
  await sql`
    insert into outbox_messages (id, channel, recipient, text)
    select uuidv7(make_interval(secs => number - 1000)), 'sms', '+233201234567', 'number ' || number
    from generate_series(1, 600) number`.execute(market.db)
  await devMailbox.add(SMS)
  const messages = await devMailbox.newest()
  expect(messages).toHaveLength(500)
  expect(messages[0]?.text).toBe(SMS.text)
  expect(messages.at(-1)?.text).toBe('number 102')
})
