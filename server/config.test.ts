import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import { BootError } from './boot-error.ts'
import { publicConfig, readConfig } from './config.ts'

const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(BootError)
    return (error as BootError).lines
  }
}

test('without any setting a local demo market opens', () => {
  expect(readConfig({})).toMatchObject({
    development: false,
    port: 3000,
    host: undefined,
    publicUrl: 'http://localhost:3000',
    isLocal: true,
    database: { kind: 'embedded' },
    demo: true,
    site: { name: 'Sankofa', currency: 'GHS', locale: 'en-GH', timeZone: 'Africa/Accra' },
    log: { level: 'info' },
  })
})

test('an empty setting is the default', () => {
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
  ['SITE_NAME', 'x'.repeat(41)],
  ['CURRENCY', 'CEDI'],
  ['LOCALE', 'en_GH'],
  ['TIME_ZONE', 'Accra'],
  ['DEMO', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'staging'],
])('%s=%s is refused in one line that names it', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must .+\\.$`)])
})

test('all problems are told at once, and no secret with them', () => {
  const lines = problemsOf({ PORT: 'x', CURRENCY: 'x', DATABASE_URL: 'mysql://ama:hunter2@db/sankofa' })
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toContain('hunter2')
})

test.each([
  ['http://localhost:4000', true],
  ['http://127.0.0.1', true],
  ['http://127.8.8.8:3000', true],
  ['http://[::1]:3000', true],
  ['http://127.0.0.1.evil.example', false],
  ['https://localhost.example', false],
  ['https://market.example', false],
])('PUBLIC_URL=%s is this machine: %s, and only then there is demo data', (url, isLocal) => {
  expect(readConfig({ PUBLIC_URL: url })).toMatchObject({ isLocal, demo: isLocal, publicUrl: url })
  expect(readConfig({ PUBLIC_URL: url, DEMO: 'off' }).demo).toBe(false)
})

test('the password prints as ***, and the config cannot be changed', () => {
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
