import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import { problemsOf } from '#testing/config-problems.ts'
import { publicConfig, readConfig } from './config.ts'

/** The settings that a public site needs. */
const MAIL = {
  SMTP_URL: 'smtps://ama:hunter2@mail.market.example',
  MAIL_FROM: 'Sankofa <hello@market.example>',
}

test('a configuration without settings opens a local demo market', () => {
  expect(readConfig({})).toMatchObject({
    development: false,
    port: 3000,
    hosts: ['127.0.0.1', '::1'],
    publicUrl: 'http://localhost:3000',
    isLocal: true,
    database: { kind: 'embedded' },
    mail: { kind: 'outbox' },
    sms: { kind: 'outbox' },
    demo: true,
    site: { name: 'Sankofa', currency: 'GHS', locale: 'en-GH', timeZone: 'Africa/Accra' },
    log: { level: 'info' },
  })
})

test('an empty setting means the default', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}))
})

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '0'],
  ['HOST', 'http://localhost'],
  ['PUBLIC_URL', 'market.example'],
  ['PUBLIC_URL', 'ftp://market.example'],
  ['PUBLIC_URL', 'https://market.example/shop'],
  ['DATABASE_URL', 'mysql://localhost/sankofa'],
  ['DATABASE_URL', 'postgres://user:pa ss/word@localhost:x/sankofa'],
  ['REDIS_URL', 'localhost:6379'],
  ['SITE_NAME', 'x'.repeat(41)],
  ['CURRENCY', 'CEDI'],
  ['LOCALE', 'en_GH'],
  ['TIME_ZONE', 'Accra'],
  ['DEMO', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'staging'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'Sankofa'],
  ['MAIL_FROM', 'Sankofa <hello@market.example>\r\nBcc: evil@x.example'],
  ['SMS_PROVIDER', 'pigeon'],
  ['SMS_COUNTRIES', '233'],
  ['SMS_COUNTRIES', '+233,+881'],
  ['SMS_PER_HOUR', '0'],
  ['SMS_WEBHOOK_URL', 'http://sms.market.example/send'],
  ['SMS_WEBHOOK_URL', 'http://localhost.evil.example/send'],
  ['SMS_WEBHOOK_URL', 'http://localhost@evil.example/send'],
  ['SMS_WEBHOOK_SECRET', 'short'],
  ['HUBTEL_SENDER', 'Sankofa Market'],
])('%s=%s is refused in one line that names it', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must .+\\.$`)])
})

test('all problems are reported at once without secrets', () => {
  const lines = problemsOf({ PORT: 'x', CURRENCY: 'x', DATABASE_URL: 'mysql://ama:hunter2@db/sankofa' })
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toContain('hunter2')
})

test.each([
  ['http://localhost:4000', true],
  ['http://127.0.0.1', true],
  ['http://127.8.8.8:3000', true],
  ['http://[::1]:3000', true],
  ['https://127.0.0.1.evil.example', false],
  ['https://localhost.example', false],
  ['https://market.example', false],
])('PUBLIC_URL=%s is local: %s, and only a local site has demo data', (url, isLocal) => {
  expect(readConfig({ ...MAIL, PUBLIC_URL: url })).toMatchObject({ isLocal, demo: isLocal, publicUrl: url })
  expect(readConfig({ ...MAIL, PUBLIC_URL: url, DEMO: 'off' }).demo).toBe(false)
})

test.each([
  [{}, ['127.0.0.1', '::1']],
  [{ HOST: '*' }, []],
  [{ HOST: '192.0.2.1' }, ['192.0.2.1']],
  [{ ...MAIL, PUBLIC_URL: 'https://market.example' }, []],
  [{ ...MAIL, PUBLIC_URL: 'https://market.example', HOST: '127.0.0.1' }, ['127.0.0.1']],
])('a site with the settings %j listens on %j', (settings, hosts) => {
  expect(readConfig(settings).hosts).toEqual(hosts)
})

test('a public address without https is refused', () => {
  expect(problemsOf({ ...MAIL, PUBLIC_URL: 'http://market.example' })).toEqual([
    'PUBLIC_URL must begin with https://, because it is public and passwords are sent there.',
  ])
})

test.each(['10.0.0.0/', '10.0.0.0/1.5', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', 'proxy'])(
  'TRUSTED_PROXIES=%s is refused',
  (TRUSTED_PROXIES) => {
    expect(problemsOf({ TRUSTED_PROXIES })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES must be /)])
  },
)

test('a public site requires a mail server, but no SMS provider', () => {
  const PUBLIC_URL = 'https://market.example'
  expect(problemsOf({ PUBLIC_URL })).toEqual([
    'SMTP_URL must be set to a mail server such as smtps://user:password@mail.example, because PUBLIC_URL is public and its mails must reach people.',
  ])
  expect(problemsOf({ PUBLIC_URL, SMTP_URL: MAIL.SMTP_URL })).toEqual([
    'MAIL_FROM must be the sender of mails, such as Sankofa <hello@market.example>, because SMTP_URL is set.',
  ])
  expect(problemsOf({ ...MAIL, PUBLIC_URL, SMS_PROVIDER: 'outbox' })).toEqual([
    'SMS_PROVIDER must be webhook, hubtel or left out, because PUBLIC_URL is public.',
  ])
  expect(readConfig({ ...MAIL, PUBLIC_URL })).toMatchObject({
    mail: { kind: 'smtp', url: MAIL.SMTP_URL, from: MAIL.MAIL_FROM },
    sms: { kind: 'off' },
  })
})

test('a chosen SMS provider requires its keys', () => {
  expect(problemsOf({ SMS_PROVIDER: 'webhook' })).toEqual([
    'SMS_WEBHOOK_URL must be set, because SMS_PROVIDER is webhook.',
    'SMS_WEBHOOK_SECRET must be set, because SMS_PROVIDER is webhook.',
  ])
  expect(problemsOf({ SMS_PROVIDER: 'hubtel', HUBTEL_CLIENT_ID: 'shop', HUBTEL_SENDER: 'Sankofa' })).toEqual([
    'HUBTEL_CLIENT_SECRET must be set, because SMS_PROVIDER is hubtel.',
  ])
})

test('the keys of mail and SMS print as ***', () => {
  const hubtel = {
    SMS_PROVIDER: 'hubtel',
    HUBTEL_CLIENT_ID: 'shop',
    HUBTEL_CLIENT_SECRET: 'hunter2',
    HUBTEL_SENDER: 'Sankofa',
  }
  const webhook = {
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: 'http://127.0.0.1:9/send',
    SMS_WEBHOOK_SECRET: 'hunter2'.repeat(3),
  }
  for (const sms of [hubtel, webhook]) {
    const config = readConfig({ ...MAIL, ...sms })
    expect(config.mail).toHaveProperty('url', MAIL.SMTP_URL)
    for (const printed of [inspect(config), JSON.stringify(config)]) {
      expect(printed).toContain('ama:***@mail')
      expect(printed).not.toContain('hunter2')
    }
  }
})

test('the database password prints as ***, and the configuration is read-only', () => {
  const url = 'postgres://ama:hunter2@db:5432/sankofa'
  const config = readConfig({ DATABASE_URL: url })
  expect(config.database).toHaveProperty('url', url)
  for (const printed of [inspect(config), JSON.stringify(config), inspect(config.database)]) {
    expect(printed).toContain('ama:***@db')
    expect(printed).not.toContain('hunter2')
  }
  expect(() => Object.assign(config.site, { name: 'Other' })).toThrow(TypeError)
})

test.each([
  ['en-GH', 'GHS', 'GH₵1,250.00'],
  ['en-GH', 'USD', '$1,250.00'],
  ['en-US', 'USD', '$1,250.00'],
  ['fr-FR', 'EUR', '1\u202f250,00 €'],
  ['de-CH', 'CHF', "CHF\u00a01'250.00"],
  ['ar-EG', 'EGP', '1,250.00 E£'],
  ['ja-JP', 'JPY', '￥1,250.00'],
])('money in %s and %s reads %s', (LOCALE, CURRENCY, text) => {
  expect(formatMoney(1250, publicConfig(readConfig({ LOCALE, CURRENCY })).money)).toBe(text)
})
