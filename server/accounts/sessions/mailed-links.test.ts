import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMarket, linkSecret, signIn, PASSWORD } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { register } from '#testing/accounts/registration.ts'
import { problemOf } from '#testing/replies.ts'
import { totpCode } from '#testing/services/totp.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createMarket)
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
})

const visit = () => createAnonymousClient(test.app)

interface Link {
  /** Requests the mail. Returns its address. */
  request: (client: TestClient) => Promise<string>
  path: string
}

let registered = 0

const LINKS: Record<string, Link> = {
  'confirms an address': {
    async request(client) {
      registered += 1
      await register(client, `new${registered}@example.com`)
      return `new${registered}@example.com`
    },
    path: '/api/auth/verify-email',
  },
  'resets a password': {
    async request(client) {
      await client.send('POST', '/api/auth/reset-password', { email: PEOPLE.kofi.email })
      return PEOPLE.kofi.email
    },
    path: '/api/auth/recover',
  },
  'signs in': {
    async request(client) {
      await client.send('POST', '/api/auth/sign-in-link', { email: PEOPLE.kofi.email })
      return PEOPLE.kofi.email
    },
    path: '/api/auth/sign-in-link/open',
  },
}

interface Opened {
  session: { access_token: string } | null
  account: string | null
  isUsed?: boolean
}

async function open(client: TestClient, path: string, token: string, confirmed?: true): Promise<Opened> {
  const response = await client.send('POST', path, { token, confirmed })
  if (response.status === 200) return (await response.json()) as Opened
  expect((await problemOf(response)).code).toBe('link-expired')
  return { session: null, account: null, isUsed: true }
}

/** A program that runs the scripts of the page that a mail links to. */
const scan = (path: string, token: string) => open(visit(), path, token)

describe.each(Object.entries(LINKS))('a mailed link that %s', (_, { request, path }) => {
  it('does nothing in another browser before a tap', async () => {
    const person = visit()
    const email = await request(person)
    const token = await linkSecret(test, email)
    for (let time = 0; time < 2; time += 1)
      expect(await scan(path, token)).toMatchObject({ session: null, account: email })
    expect((await open(person, path, token)).session).not.toBeNull()
  })

  it('opens once by a tap in another browser', async () => {
    const token = await linkSecret(test, await request(visit()))
    expect((await open(visit(), path, token, true)).session).not.toBeNull()
    for (const confirmed of [true, undefined] as const)
      expect(await open(visit(), path, token, confirmed)).toMatchObject({ session: null, isUsed: true })
  })

  it('opens for one of four simultaneous taps', async () => {
    const token = await linkSecret(test, await request(visit()))
    const all = await Promise.all([1, 2, 3, 4].map(() => open(visit(), path, token, true)))
    expect(all.filter(({ session }) => session !== null)).toHaveLength(1)
  })

  it('opens for an hour where it was requested, even after it was used elsewhere', async () => {
    const person = visit()
    const token = await linkSecret(test, await request(person))
    await open(visit(), path, token, true)
    for (let time = 0; time < 2; time += 1) expect((await open(person, path, token)).session).not.toBeNull()
    await test.db
      .updateTable('one_time_tokens')
      .set({ used_at: sql`now() - interval '61 minutes'` })
      .where('used_at', 'is not', null)
      .execute()
    expect(await open(person, path, token)).toMatchObject({ session: null, isUsed: true })
  })

  it('expires where it was requested when the person logs out there', async () => {
    const person = visit()
    const token = await linkSecret(test, await request(person))
    const { session } = await open(person, path, token)
    person.token = session?.access_token
    expect((await person.send('POST', '/api/auth/logout', { scope: 'local' })).status).toBe(200)
    person.token = undefined
    expect(await open(person, path, token)).toMatchObject({ session: null, isUsed: true })
  })
})

describe('the password of a registration', () => {
  const verify = async (client: TestClient, token: string, confirmed?: true) =>
    open(client, '/api/auth/verify-email', token, confirmed)
  const logIn = (email: string) => (password: string) =>
    visit().send('POST', '/api/auth/login', { email, password })

  it('works even if a program opened the link first', async () => {
    const person = visit()
    const email = await LINKS['confirms an address']!.request(person)
    const token = await linkSecret(test, email)
    await verify(visit(), token, true)
    await verify(person, token)
    expect((await logIn(email)(PASSWORD)).status).toBe(200)
  })

  it('does not replace one that was chosen where the link was opened', async () => {
    const stranger = visit()
    const email = await LINKS['confirms an address']!.request(stranger)
    const token = await linkSecret(test, email)
    const owner = visit()
    owner.token = (await verify(owner, token, true)).session?.access_token
    await owner.send('PUT', '/api/account/password', { password: 'Owner-lamp-rests-12' })
    expect(await verify(stranger, token)).toMatchObject({ session: null, isUsed: true })
    expect((await logIn(email)('Owner-lamp-rests-12')).status).toBe(200)
    expect((await logIn(email)(PASSWORD)).status).toBe(401)
  })
})

describe('a mailed link to an unconfirmed address', () => {
  const email = 'yaa@example.com'
  const market = setUp(() => createTestApp({ settings: { EMAIL_VERIFICATION: 'off' } }))

  it.each([
    ['/api/auth/reset-password', '/api/auth/recover'],
    ['/api/auth/sign-in-link', '/api/auth/verify-email'],
  ])('removes everything that a stranger prepared (%s)', async (request, path) => {
    await market.db.deleteFrom('profiles').execute()
    const stranger = createAnonymousClient(market.app)
    const { session } = (await (await register(stranger, email)).json()) as Opened
    stranger.token = session?.access_token
    const started = await stranger.send('POST', '/api/account/two-factor/start', {})
    const code = await totpCode(((await started.json()) as { secret: string }).secret)
    expect((await stranger.send('POST', '/api/account/two-factor/enable', { code })).status).toBe(200)
    const { id } = await market.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    await market.db
      .insertInto('account_identities')
      .values({ provider: 'github', subject: 'stranger', account_id: id })
      .execute()

    const owner = createAnonymousClient(market.app)
    await owner.send('POST', request, { email })
    const token = await linkSecret(market, email)
    expect((await open(owner, path, token, true)).session).not.toBeNull()
    expect((await stranger.send('POST', '/api/auth/refresh', {})).status).toBe(401)
    expect((await stranger.send('GET', '/api/account/security')).status).toBe(401)
    expect(await market.db.selectFrom('accounts').selectAll().executeTakeFirst()).toMatchObject({
      password_hash: null,
      totp_secret: null,
      totp_enabled_at: null,
      device_epoch: 1,
    })
    for (const table of ['recovery_codes', 'account_identities'] as const)
      expect(await market.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

describe('a mailed link that changes the address', () => {
  const NEW = 'esi.new@example.com'
  const confirm = async (client: TestClient, token: string, confirmed?: true): Promise<unknown> =>
    (await client.send('POST', '/api/auth/change-email', { token, confirmed })).json()

  it('waits for a tap elsewhere and takes effect at once where it was requested', async () => {
    const esi = await signIn(test, 'esi')
    await esi.send('POST', '/api/account/email', { email: NEW })
    const token = await linkSecret(test, NEW)
    expect(await confirm(visit(), token)).toEqual({ user: null, email: NEW })
    expect(await confirm(await signIn(test, 'esi'), token)).toEqual({ user: null, email: NEW })
    expect(await confirm(esi, token)).toMatchObject({ user: { email: NEW }, email: null })
    expect(await confirm(visit(), token)).toMatchObject({ user: { email: NEW }, email: null })
  })
})
