import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Provider } from '#contract/site.ts'
import { insertAccounts, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { type FakeGitHub, startFakeGitHub } from '#testing/services/fake-github.ts'
import { type FakeGoogle, startFakeGoogle } from '#testing/services/fake-google.ts'
import { comeBack, locationOf, logInAtProvider, signInWith } from '#testing/services/oauth.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { totpCode } from '#testing/services/totp.ts'

const DEEP_LINK = 'market.example://auth/callback'

let google: FakeGoogle
let github: FakeGitHub
let test: TestApp
const firstGoogle = () => ({
  sub: 'google-1',
  email: 'yaa@example.com',
  email_verified: true,
  name: 'Yaa Asantewaa',
})

const settings = () => ({ ...google.settings, ...github.settings, NATIVE_CALLBACK: DEEP_LINK })

beforeAll(async () => {
  google = await startFakeGoogle()
  github = await startFakeGitHub()
  test = await createTestApp({ settings: settings() })
})
afterAll(async () => {
  await test.close()
  await google.close()
  await github.close()
})
beforeEach(async () => {
  await test.db.deleteFrom('accounts').execute()
  await test.db
    .deleteFrom('profiles')
    .where(
      'id',
      'not in',
      Object.values(PEOPLE).map(({ id }) => id),
    )
    .execute()
  await test.db.deleteFrom('rate_limits').execute()
  await insertAccounts(test.db)
  Object.assign(google, { person: firstGoogle(), tamper: undefined, forge: undefined, refusal: undefined })
})
afterEach(() => vi.useRealTimers())

const visit = () => createAnonymousClient(test.app)

interface Answer {
  session: { access_token: string; user: Record<string, unknown> } | null
  challenge: string | null
  error?: { code: string }
}
const bodyOf = async (response: Response) => (await response.json()) as Answer

/** The user whose session the browser has, found out as the page does. */
async function whoIs(client: TestClient) {
  const { session } = await bodyOf(await client.send('POST', '/api/auth/refresh', {}))
  return session?.user
}

const errorIn = (address: string) => {
  const url = new URL(address, 'http://localhost:3000')
  expect(url.pathname).toBe('/auth/callback')
  return Object.fromEntries(url.searchParams)
}

const accountOf = (email: string) =>
  test.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
const identities = () =>
  test.db.selectFrom('account_identities').select(['provider', 'subject', 'account_id']).execute()

describe('the redirect to the provider', () => {
  it('uses PKCE, state, nonce, offline access and consent with Google', async () => {
    const response = await visit().send('GET', '/api/auth/oauth/google')
    const url = new URL(locationOf(response))
    const query = Object.fromEntries(url.searchParams)
    expect(url.href).toMatch(new RegExp(`^${google.settings.GOOGLE_ISSUER}/authorize\\?`))
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: google.settings.GOOGLE_CLIENT_ID,
      redirect_uri: 'http://localhost:3000/api/auth/oauth/google/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(
      /^sankofa-oauth=[\w-]+; Max-Age=600; Path=\/api\/auth\/oauth; HttpOnly; SameSite=Lax$/,
    )
    expect(cookie).not.toContain(query.state)
  })

  it('uses PKCE and state with GitHub, for the user and the addresses', async () => {
    const url = new URL(locationOf(await visit().send('GET', '/api/auth/oauth/github')))
    expect(url.pathname).toBe('/login/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope: 'read:user user:email',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/api/auth/oauth/github/callback',
    })
  })

  it('sets a Secure cookie if the site uses https', async () => {
    const secure = await createTestApp({
      settings: {
        ...settings(),
        PUBLIC_URL: 'https://market.example',
        SMTP_URL: 'smtps://mail.example',
        MAIL_FROM: 'Market <hello@market.example>',
      },
    })
    const response = await createAnonymousClient(secure.app).send('GET', '/api/auth/oauth/github')
    expect(response.headers.getSetCookie()[0]).toContain('; Secure')
    await secure.close()
  })
})

describe('provider sign-in', () => {
  it.each([
    ['google', 'yaa@example.com', 'Yaa Asantewaa'],
    ['github', 'kwame@example.com', 'Kwame Owusu'],
  ] as const)('creates a confirmed account with %s and finds it again', async (provider, email, name) => {
    const client = visit()
    expect(await signInWith(client, provider)).toBe('/auth/callback')
    expect([...client.cookies.keys()]).toEqual(['sankofa-refresh'])
    const user = await whoIs(client)
    expect(user).toMatchObject({ email, name, avatar: null, role: 'user' })
    expect(await accountOf(email)).toMatchObject({
      email_verified_at: expect.any(String) as string,
      password_hash: null,
    })

    const again = visit()
    await signInWith(again, provider)
    expect((await whoIs(again))?.id).toBe(user?.id)
    expect(await identities()).toHaveLength(1)
  })

  it.each(['Sankofa Support', 'Аdmin'])('replaces the reserved name %s with a neutral one', async (name) => {
    google.person.name = name
    google.person.email = 'support@example.com'
    const client = visit()
    await signInWith(client, 'google')
    expect(await whoIs(client)).toMatchObject({ email: 'support@example.com', name: 'New member' })
  })

  it('keeps its account when the address changes at the provider', async () => {
    const client = visit()
    await signInWith(client, 'google')
    const before = await whoIs(client)
    google.person.email = 'kofi@example.com'
    await signInWith(client, 'google')
    expect(await whoIs(client)).toEqual(before)
  })

  it('creates one account for six simultaneous tabs', async () => {
    const tabs = Array.from({ length: 6 }, visit)
    const backs = await Promise.all(tabs.map((tab) => logInAtProvider(tab, 'google')))
    const ends = await Promise.all(tabs.map((tab, index) => comeBack(tab, backs[index] as URL)))
    expect(new Set(ends)).toEqual(new Set(['/auth/callback']))
    const people = await Promise.all(tabs.map(whoIs))
    expect(new Set(people.map((person) => person?.id)).size).toBe(1)
    const profiles = await test.db
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', 'yaa@example.com')
      .execute()
    expect(profiles).toHaveLength(1)
  })

  it.each([
    ['Ama\u202E\u0000 \n  Serwaa', 'Ama Serwaa'],
    ['Ama\tSerwaa', 'Ama Serwaa'],
    ['', 'yaa'],
    ['Y', 'yaa'],
    ['\u3164\u2800', 'yaa'],
    [`${'Kwabena '.repeat(6)}😀😀`, `${'Kwabena '.repeat(6)}😀`],
  ])('reads the name %j as %j', async (name, shown) => {
    google.person.name = name
    const client = visit()
    await signInWith(client, 'google')
    expect((await whoIs(client))?.name).toBe(shown)
  })

  it('limits attempts per address, and exempts known devices', async () => {
    await test.db
      .insertInto('rate_limits')
      .values({
        key: 'oauth-from:198.51.100.7',
        count: 200,
        resets_at: new Date(Date.now() + 60_000).toISOString(),
      })
      .execute()
    const stranger = visit()
    const refused = await comeBack(stranger, await logInAtProvider(stranger, 'google'))
    expect(errorIn(refused)).toEqual({
      provider: 'google',
      error: 'too-many-requests',
      error_description: 'Too many attempts. Please try again later.',
    })
    google.person.email = PEOPLE.ama.email
    const known = await signIn(test, 'ama')
    expect(await signInWith(known, 'google')).toBe('/auth/callback')
  })

  it('counts nothing before the provider is called', async () => {
    for (const path of ['/api/auth/oauth/google', '/api/auth/oauth/google/callback?code=a&state=b'])
      await visit().send('GET', path)
    const body = { code: 'a'.repeat(43), verifier: 'b'.repeat(43) }
    expect((await visit().send('POST', '/api/auth/native', body)).status).toBe(410)
    const keys = test.db.selectFrom('rate_limits').select('key').where('key', 'like', 'oauth%')
    expect(await keys.execute()).toEqual([])
  })

  it('mails a warning for an unknown device only', async () => {
    google.person.email = PEOPLE.ama.email
    const ama = await signIn(test, 'ama')
    await test.jobs.settled()
    const count = async () => (await readDevMailbox(test.db, PEOPLE.ama.email)).length
    const before = await count()
    const back = await logInAtProvider(ama, 'google')
    // Browsers do not send the strict cookie on the way back from the provider's site.
    const device = ama.cookies.get('sankofa-device') ?? ''
    ama.cookies.delete('sankofa-device')
    await comeBack(ama, back)
    expect(ama.cookies.has('sankofa-device')).toBe(false)
    ama.cookies.set('sankofa-device', device)
    await test.jobs.settled()
    expect(await count()).toBe(before)

    await signInWith(visit(), 'google')
    await test.jobs.settled()
    expect((await readDevMailbox(test.db, PEOPLE.ama.email))[0]?.subject).toBe('New login to your account')
  })
})

describe('linking a provider', () => {
  it('links a confirmed account with the same address and keeps its password', async () => {
    google.person.email = 'AMA@example.com'
    const client = visit()
    await signInWith(client, 'google')
    expect(await whoIs(client)).toMatchObject({ id: PEOPLE.ama.id, name: PEOPLE.ama.full_name })
    expect(await identities()).toEqual([
      { provider: 'google', subject: 'google-1', account_id: PEOPLE.ama.id },
    ])
    expect((await signIn(test, 'ama')).token).toBeTruthy()
  })

  it('links both providers to one account', async () => {
    google.person.email = 'kwame@example.com'
    const [one, two] = [visit(), visit()]
    await signInWith(one, 'google')
    await signInWith(two, 'github')
    expect((await whoIs(one))?.id).toBe((await whoIs(two))?.id)
    expect(await identities()).toHaveLength(2)
  })

  it('is undone by a new password and works again only with the account’s address', async () => {
    google.person.email = PEOPLE.ama.email
    await signInWith(visit(), 'google')
    const ama = await signIn(test, 'ama')
    const change = { password: 'Brass-kettle-rests-1', current: PASSWORD }
    expect((await ama.send('PUT', '/api/account/password', change)).status).toBe(200)
    expect(await identities()).toEqual([])
    google.person.email = 'thief@example.com'
    const thief = visit()
    await signInWith(thief, 'google')
    expect((await whoIs(thief))?.id).not.toBe(PEOPLE.ama.id)
    await test.db.deleteFrom('account_identities').execute()
    google.person.email = PEOPLE.ama.email
    const again = visit()
    await signInWith(again, 'google')
    expect((await whoIs(again))?.id).toBe(PEOPLE.ama.id)
  })

  it('removes everything that a stranger prepared under an unconfirmed address', async () => {
    const email = 'yaa@example.com'
    const stranger = visit()
    await stranger.send('POST', '/api/auth/register', {
      name: 'Not Yaa',
      email,
      password: 'Stranger-knows-7',
      terms: true,
    })
    const link = await linkSecret(test, email)
    const owner = visit()
    await signInWith(owner, 'google')
    expect((await whoIs(owner))?.name).toBe('Yaa Asantewaa')
    expect(await accountOf(email)).toMatchObject({
      password_hash: null,
      email_verified_at: expect.any(String) as string,
    })
    expect((await stranger.send('POST', '/api/auth/verify-email', { token: link })).status).toBe(410)
    expect(
      (await stranger.send('POST', '/api/auth/login', { email, password: 'Stranger-knows-7' })).status,
    ).toBe(401)
    expect((await whoIs(owner))?.name).toBe('Yaa Asantewaa')
  })

  it('ends sessions, second factor and other links of an unconfirmed account', async () => {
    const open = await createTestApp({ settings: { ...settings(), EMAIL_VERIFICATION: 'off' } })
    const stranger = createAnonymousClient(open.app)
    const registered = await stranger.send('POST', '/api/auth/register', {
      name: 'Not Yaa',
      email: 'yaa@example.com',
      password: 'Stranger-knows-7',
      terms: true,
    })
    stranger.token = (await bodyOf(registered)).session?.access_token
    const started = await stranger.send('POST', '/api/account/two-factor/start', {})
    const { secret } = (await started.json()) as { secret: string }
    const code = await totpCode(secret)
    const enabled = await stranger.send('POST', '/api/account/two-factor/enable', { code })
    expect(enabled.status).toBe(200)
    const { id } = await open.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    await open.db.updateTable('accounts').set({ totp_started_at: new Date().toISOString() }).execute()
    await open.db
      .insertInto('account_identities')
      .values({ provider: 'github', subject: 'stranger', account_id: id })
      .execute()

    const owner = createAnonymousClient(open.app)
    expect(await signInWith(owner, 'google')).toBe('/auth/callback')
    expect(await whoIs(owner)).toMatchObject({ id, name: 'Yaa Asantewaa' })
    expect((await stranger.send('POST', '/api/auth/refresh', {})).status).toBe(401)
    expect((await stranger.send('GET', '/api/account/security')).status).toBe(401)
    const account = await open.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
    expect(account).toMatchObject({ password_hash: null, totp_secret: null, totp_enabled_at: null })
    expect(account.totp_started_at).toBeNull()
    expect(await open.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
    const links = await open.db.selectFrom('account_identities').select('provider').execute()
    expect(links).toEqual([{ provider: 'google' }])
    await open.close()
  })

  it('recognizes the returning owner of a limited or banned account', async () => {
    const ama = await signIn(test, 'ama')
    const decision_id = randomUUID()
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const limit = { person_id: PEOPLE.ama.id, kind: 'limited', until, decision_id }
    await test.db.insertInto('sanctions').values(limit).execute()
    expect((await ama.send('POST', '/functions/v1/delete-user-account')).status).toBe(200)
    google.person.email = 'AMA+new@example.com'
    const client = visit()
    await signInWith(client, 'google')
    const { id } = (await whoIs(client)) as { id: string }
    const sanctions = test.db.selectFrom('sanctions').select('kind').where('person_id', '=', id)
    expect(await sanctions.execute()).toEqual([{ kind: 'limited' }])
    await test.db.updateTable('sanctions').set({ kind: 'banned', until: null }).execute()
    Object.assign(google.person, { sub: 'google-2', email: 'ama+third@example.com' })
    expect(await signInWith(visit(), 'google')).toMatch(`/appeal#token=${decision_id}.`)
    await test.db.deleteFrom('people').where('id', 'in', [PEOPLE.ama.id, id]).execute()
    await test.db.insertInto('profiles').values(PEOPLE.ama).execute()
  })

  it('refuses new people when registration is off and still lets members in', async () => {
    const closed = await createTestApp({ settings: { ...settings(), SIGNUP: 'off' } })
    await insertAccounts(closed.db)
    expect(errorIn(await signInWith(createAnonymousClient(closed.app), 'google'))).toEqual({
      provider: 'google',
      error: 'signup-disabled',
      error_description: 'Account registration is currently disabled.',
    })
    google.person.email = PEOPLE.kofi.email
    expect(await signInWith(createAnonymousClient(closed.app), 'google')).toBe('/auth/callback')
    await closed.close()
  })
})

describe('two-factor after a provider sign-in', () => {
  it('opens no session before the second step', async () => {
    const ama = await signIn(test, 'ama')
    const { secret } = (await (await ama.send('POST', '/api/account/two-factor/start', {})).json()) as {
      secret: string
    }
    const enabled = await ama.send('POST', '/api/account/two-factor/enable', { code: await totpCode(secret) })
    const { recoveryCodes } = (await enabled.json()) as { recoveryCodes: string[] }

    google.person.email = PEOPLE.ama.email
    const client = visit()
    const end = await signInWith(client, 'google', '?next=%2Fdashboard')
    const [, challenge] = /^\/auth\/login\?next=%2Fdashboard#challenge=([\w-]{43})$/.exec(end) ?? []
    expect(client.cookies.size).toBe(0)
    expect((await client.send('POST', '/api/auth/refresh', {})).status).toBe(401)
    const code = recoveryCodes[0] as string
    const passed = await client.send('POST', '/api/auth/two-factor', { challenge, code })
    expect((await bodyOf(passed)).session?.user.id).toBe(PEOPLE.ama.id)
  })
})

type Spoil = (back: URL, client: TestClient) => unknown

const EXPIRED = {
  error: 'sign-in-expired',
  error_description: 'This login took too long or was used already. Please try again.',
}
const REFUSED = {
  error: 'provider-refused',
  error_description: 'The login service did not confirm this login. Please try again.',
}
const UNVERIFIED = {
  error: 'provider-email-unverified',
  error_description: 'That account has no verified e-mail address. Verify one there, then try again.',
}

describe('refused provider logins', () => {
  const both: Provider[] = ['google', 'github']
  const states: [string, Spoil][] = [
    ['no state', (back) => back.searchParams.delete('state')],
    ['a forged state', (back) => back.searchParams.set('state', randomBytes(32).toString('base64url'))],
    ['no cookie', (_, client) => client.cookies.clear()],
    ['a forged cookie', (_, client) => client.cookies.set('sankofa-oauth', 'A'.repeat(300))],
    [
      'a changed cookie',
      (_, client) => {
        const bytes = Buffer.from(client.cookies.get('sankofa-oauth') ?? '', 'base64url')
        bytes[40] = (bytes[40] ?? 0) ^ 1
        client.cookies.set('sankofa-oauth', bytes.toString('base64url'))
      },
    ],
    ['the cookie of a later login', (_, client) => logInAtProvider(client, 'google')],
    [
      'a delay of eleven minutes',
      () => {
        vi.useFakeTimers({ toFake: ['Date'] })
        vi.setSystemTime(Date.now() + 11 * 60 * 1000)
      },
    ],
  ]

  it.each(both.flatMap((provider) => states.map(([name, spoil]) => [provider, name, spoil] as const)))(
    '%s: a return with %s is refused',
    async (provider, _name, spoil) => {
      const client = visit()
      const back = await logInAtProvider(client, provider)
      await spoil(back, client)
      expect(errorIn(await comeBack(client, back))).toEqual({ provider, ...EXPIRED })
      expect(client.cookies.has('sankofa-refresh')).toBe(false)
      expect(await identities()).toEqual([])
    },
  )

  it('the state of another provider is refused', async () => {
    const client = visit()
    const back = await logInAtProvider(client, 'github')
    back.pathname = '/api/auth/oauth/google/callback'
    expect(errorIn(await comeBack(client, back))).toEqual({ provider: 'google', ...EXPIRED })
  })

  it.each(both)('a return address from %s works only once', async (provider) => {
    const client = visit()
    const back = await logInAtProvider(client, provider)
    const cookie = client.cookies.get('sankofa-oauth') ?? ''
    await comeBack(client, back)
    expect(errorIn(await comeBack(client, back))).toEqual({ provider, ...EXPIRED })
    // Restoring the cookie does not help: the provider accepts a code once.
    client.cookies.set('sankofa-oauth', cookie)
    expect(errorIn(await comeBack(client, back))).toEqual({ provider, ...REFUSED })
  })

  it.each(both)(
    'a code from another login with %s is refused because its verifier differs',
    async (provider) => {
      const stranger = await logInAtProvider(visit(), provider)
      const client = visit()
      const back = await logInAtProvider(client, provider)
      back.searchParams.set('code', stranger.searchParams.get('code') ?? '')
      expect(errorIn(await comeBack(client, back))).toEqual({ provider, ...REFUSED })
    },
  )

  it.each(both)('a return from %s without a code is refused', async (provider) => {
    const client = visit()
    const back = await logInAtProvider(client, provider)
    back.searchParams.delete('code')
    expect(errorIn(await comeBack(client, back))).toEqual({ provider, ...REFUSED })
  })

  const seconds = () => Math.floor(Date.now() / 1000)
  it.each<[string, (payload: Record<string, unknown>) => void]>([
    ['another audience', (payload) => void (payload.aud = 'another.apps.google.example')],
    ['another authorised party', (payload) => void (payload.azp = 'another.apps.google.example')],
    ['another nonce', (payload) => void (payload.nonce = 'another')],
    ['no nonce', (payload) => delete payload.nonce],
    ['another issuer', (payload) => void (payload.iss = 'https://evil.example')],
    ['no subject', (payload) => delete payload.sub],
    ['an empty subject', (payload) => void (payload.sub = '')],
    ['a past expiry', (payload) => void (payload.exp = seconds() - 60)],
    ['an old issue date', (payload) => void (payload.iat = seconds() - 3600)],
    ['a start in the future', (payload) => void (payload.nbf = seconds() + 600)],
  ])('an id token with %s is refused', async (_name, tamper) => {
    google.tamper = tamper
    expect(errorIn(await signInWith(visit(), 'google'))).toEqual({ provider: 'google', ...REFUSED })
    expect(await identities()).toEqual([])
  })

  const claimsOf = (idToken: string) =>
    JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  it.each<[string, (idToken: string) => string]>([
    ['that nobody signed', (idToken) => `${part({ alg: 'none' })}.${part(claimsOf(idToken))}.`],
    [
      'whose person was changed after it was signed',
      (idToken) => {
        const [head, , signature] = idToken.split('.')
        return `${head}.${part({ ...claimsOf(idToken), sub: 'another' })}.${signature}`
      },
    ],
  ])('an id token %s is refused', async (_name, forge) => {
    google.forge = forge
    expect(errorIn(await signInWith(visit(), 'google'))).toEqual({ provider: 'google', ...REFUSED })
    expect(await identities()).toEqual([])
  })

  it.each([
    ['unverified', { email: PEOPLE.ama.email, email_verified: false }],
    ['not marked as verified', { email: PEOPLE.ama.email, email_verified: undefined }],
    ['missing', { email: undefined, email_verified: true }],
    ['invalid', { email: 'ama@example.com\r\nBcc: x@example.com', email_verified: true }],
  ])('a Google address that is %s is refused', async (_name, claims) => {
    Object.assign(google.person, claims)
    expect(errorIn(await signInWith(visit(), 'google'))).toEqual({ provider: 'google', ...UNVERIFIED })
    expect(await identities()).toEqual([])
  })

  it.each([
    ['unverified', [{ email: PEOPLE.ama.email, primary: true, verified: false }]],
    ['not primary', [{ email: PEOPLE.ama.email, primary: false, verified: true }]],
    ['missing', []],
  ])('a GitHub address that is %s is refused', async (_name, emails) => {
    const before = github.person
    github.person = { ...before, emails }
    expect(errorIn(await signInWith(visit(), 'github'))).toEqual({ provider: 'github', ...UNVERIFIED })
    github.person = before
    expect(await identities()).toEqual([])
  })

  it('the provider’s own error text is shown, cut to 200 characters', async () => {
    const description = '<b>The user</b> said no'
    google.refusal = { error: 'access_denied', error_description: description + '!'.repeat(500) }
    const { error, error_description: text } = errorIn(await signInWith(visit(), 'google'))
    expect(error).toBe('access_denied')
    expect(text).toBe((description + '!'.repeat(500)).slice(0, 200))

    google.refusal = { error: 'javascript:alert(1)' }
    expect(errorIn(await signInWith(visit(), 'google'))).toEqual({
      provider: 'google',
      error: 'provider_error',
    })
  })

  it('a provider’s error is hidden if the state belongs to another browser', async () => {
    const forged = '/api/auth/oauth/google/callback?error=x&error_description=Call+0800&state=a'
    expect(errorIn(locationOf(await visit().send('GET', forged)))).toEqual({ provider: 'google', ...EXPIRED })
  })

  it('an unknown provider and an unreachable one get different errors', async () => {
    for (const path of ['facebook', 'facebook/callback', '__proto__']) {
      const end = locationOf(await visit().send('GET', `/api/auth/oauth/${path}`))
      expect(errorIn(end).error).toBe('provider-unknown')
    }
    const nowhere = { ...settings(), GOOGLE_ISSUER: 'http://localhost:9', GITHUB_CLIENT_SECRET: 'wrong' }
    const lost = await createTestApp({ settings: nowhere })
    const client = createAnonymousClient(lost.app)
    const start = locationOf(await client.send('GET', '/api/auth/oauth/google'))
    expect(errorIn(start)).toMatchObject({ provider: 'google', error: 'provider-unreachable' })
    expect(errorIn(await signInWith(client, 'github'))).toMatchObject({ error: 'provider-unreachable' })
    await lost.close()
  })

  it('a provider without keys is unknown', async () => {
    const bare = await createTestApp()
    const end = locationOf(await createAnonymousClient(bare.app).send('GET', '/api/auth/oauth/google'))
    expect(errorIn(end).error).toBe('provider-unknown')
    await bare.close()
  })
})

describe('the address after sign-in', () => {
  it('is the requested path of this site', async () => {
    const next = '/products?search=tv&min=100'
    const end = await signInWith(visit(), 'google', `?next=${encodeURIComponent(next)}`)
    expect(new URL(end, 'http://x').searchParams.get('next')).toBe(next)
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\r\nLocation: https://evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '/auth/login',
    '/a/../auth/callback?error=x',
    ' /dashboard',
  ])('ignores %j', async (next) => {
    expect(await signInWith(visit(), 'github', `?next=${encodeURIComponent(next)}`)).toBe('/auth/callback')
  })
})

describe('a native app', () => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const inBrowser = (person = visit()) => signInWith(person, 'google', `?native=${challenge}`)
  const codeIn = (deepLink: string) => {
    expect(deepLink.startsWith(`${DEEP_LINK}#code=`)).toBe(true)
    return deepLink.split('#code=')[1] ?? ''
  }

  it('exchanges the code from its deep link for one session in its web view', async () => {
    const browser = visit()
    const code = codeIn(await inBrowser(browser))
    expect(browser.cookies.size).toBe(0)
    const webView = visit()
    const exchanged = await webView.send('POST', '/api/auth/native', { code, verifier })
    expect((await bodyOf(exchanged)).session?.user.email).toBe('yaa@example.com')
    expect((await whoIs(webView))?.email).toBe('yaa@example.com')
    expect((await webView.send('POST', '/api/auth/native', { code, verifier })).status).toBe(410)
  })

  it('cannot exchange a code without its verifier or from another site', async () => {
    const code = codeIn(await inBrowser())
    const thief = visit()
    const other = randomBytes(32).toString('base64url')
    expect((await thief.send('POST', '/api/auth/native', { code, verifier: other })).status).toBe(410)
    const foreign = await thief.send(
      'POST',
      '/api/auth/native',
      { code, verifier },
      { Origin: 'https://evil.example' },
    )
    expect(foreign.status).toBe(403)
    expect((await visit().send('POST', '/api/auth/native', { code, verifier })).status).toBe(200)
  })

  it('needs the second step', async () => {
    await test.db
      .updateTable('accounts')
      .set({ totp_secret: Buffer.from('sealed'), totp_enabled_at: new Date().toISOString() })
      .where('id', '=', PEOPLE.ama.id)
      .execute()
    google.person.email = PEOPLE.ama.email
    const code = codeIn(await inBrowser())
    const reply = await bodyOf(await visit().send('POST', '/api/auth/native', { code, verifier }))
    expect(reply).toEqual({ session: null, challenge: expect.stringMatching(/^[\w-]{43}$/) as string })
  })

  it('receives failures by its deep link', async () => {
    google.person.email_verified = false
    const link = new URL(await inBrowser())
    expect(link.protocol).toBe('market.example:')
    expect(link.searchParams.get('error')).toBe('provider-email-unverified')
  })

  it('needs a deep link in the settings and a complete challenge', async () => {
    expect(errorOfStart(await visit().send('GET', '/api/auth/oauth/google?native=short'))).toBe(
      'provider-unknown',
    )
    const plain = await createTestApp({ settings: { ...google.settings } })
    const start = await createAnonymousClient(plain.app).send(
      'GET',
      `/api/auth/oauth/google?native=${challenge}`,
    )
    expect(errorOfStart(start)).toBe('provider-unknown')
    await plain.close()
  })

  const errorOfStart = (response: Response) =>
    new URL(locationOf(response), 'http://x').searchParams.get('error')
})

it('the database stores no provider secret, and a missing password never matches', async () => {
  await signInWith(visit(), 'google')
  const refused = await visit().send('POST', '/api/auth/login', {
    email: 'yaa@example.com',
    password: PASSWORD,
  })
  expect(refused.status).toBe(401)
  const rows = await test.db.selectFrom('account_identities').selectAll().execute()
  expect(Object.keys(rows[0] ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'account_id',
    'created_at',
    'provider',
    'subject',
  ])
})
