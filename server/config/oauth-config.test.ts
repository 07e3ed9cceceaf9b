import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { problemsOf } from '#testing/config-problems.ts'
import { publicConfig, readConfig } from './config.ts'

const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hunter2' }
const GITHUB = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'hunter2' }

describe('OAuth providers', () => {
  it.each([
    [{}, []],
    [GOOGLE, ['google']],
    [GITHUB, ['github']],
    [{ ...GITHUB, ...GOOGLE }, ['google', 'github']],
  ])('are offered if they have keys', (env, providers) => {
    expect(publicConfig(readConfig(env)).providers).toEqual(providers)
  })

  it('have their public addresses by default', () => {
    expect(readConfig({ ...GITHUB, ...GOOGLE }).oauth).toMatchObject({
      google: { issuer: 'https://accounts.google.com' },
      github: { url: 'https://github.com', apiUrl: 'https://api.github.com' },
      nativeCallback: undefined,
    })
  })

  it('need both halves of a key', () => {
    expect(problemsOf({ GOOGLE_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' })).toEqual([
      'GOOGLE_CLIENT_SECRET must be set, because GOOGLE_CLIENT_ID is.',
      'GITHUB_CLIENT_ID must be set, because GITHUB_CLIENT_SECRET is.',
    ])
  })

  it('never print their secrets', () => {
    const config = readConfig({ ...GITHUB, ...GOOGLE })
    const shown =
      inspect(config, { depth: 9 }) + JSON.stringify(config) + JSON.stringify(publicConfig(config))
    expect(shown).not.toContain('hunter2')
    expect(config.oauth.google?.clientSecret).toBe('hunter2')
  })

  it.each([
    'http://accounts.google.com',
    'https://accounts.google.com/',
    'https://user@accounts.google.com',
    'https://accounts.google.com?x=1',
    'http://localhost.evil.example',
    'accounts.google.com',
  ])('refuse the address %s', (url) => {
    for (const name of ['GOOGLE_ISSUER', 'GITHUB_URL', 'GITHUB_API_URL']) {
      expect(problemsOf({ [name]: url })).toEqual([
        `${name} must be an https address without a slash at its end.`,
      ])
    }
  })

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000/api', 'https://github.market.example/api/v3'])(
    'accept the address %s',
    (url) => expect(problemsOf({ GOOGLE_ISSUER: url })).toEqual([]),
  )
})

describe("a native app's deep link", () => {
  it.each(['market.example://auth/callback', 'sankofa://callback', 'https://market.example/app'])(
    'accepts %s',
    (link) => expect(readConfig({ NATIVE_CALLBACK: link }).oauth.nativeCallback).toBe(link),
  )

  it.each([
    'javascript://alert(1)',
    'data://x',
    'http://market.example/app',
    'file:///etc/passwd',
    'sankofa:callback',
    'sankofa://callback?x=1',
    'sankofa://callback#x',
    '/auth/callback',
  ])('refuses %s', (link) => {
    expect(problemsOf({ NATIVE_CALLBACK: link })).toHaveLength(1)
  })
})
