import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMarket, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { totpCode } from '#testing/services/totp.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { setUp } from '#testing/set-up.ts'
import type { PasswordOwner } from './passwords.ts'

const test = setUp(createMarket)

beforeEach(async () => {
  await test.jobs.settled()
  await test.db.deleteFrom('rate_limits').execute()
})

const OWNER = PEOPLE.kofi.email

const stranger = () => createAnonymousClient(test.app, '203.0.113.5')

describe.each(['/api/auth/sign-in-link', '/api/auth/reset-password', '/api/auth/resend-verification'])(
  'a link from %s',
  (path) => {
    const requestLink = async (client: TestClient, email: string) =>
      (await client.send('POST', path, { email })).status

    it('can be requested after strangers used other spellings of the address', async () => {
      for (let n = 0; n < 6; n += 1)
        expect(await requestLink(stranger(), OWNER.replace('@', `+${n}@`))).toBe(202)
      expect(await requestLink(stranger(), OWNER)).toBe(202)
    })

    it('can be requested from a new network after strangers used up the limit', async () => {
      const statuses: number[] = []
      for (let n = 0; n < 9; n += 1)
        statuses.push(await requestLink(createAnonymousClient(test.app, `203.0.113.${n % 3}`), OWNER))
      expect(statuses.slice(5)).toContain(429)
      expect(await requestLink(createAnonymousClient(test.app, '198.51.100.88'), OWNER)).toBe(202)
    })

    it('can be requested on a known device after strangers used up the limit', async () => {
      const known = await signIn(test, 'kofi')
      for (let n = 0; n < 4; n += 1) expect(await requestLink(stranger(), OWNER)).toBe(202)
      expect(await requestLink(stranger(), OWNER)).toBe(429)
      for (let n = 0; n < 5; n += 1) expect(await requestLink(known, OWNER)).toBe(202)
      expect(await requestLink(known, OWNER)).toBe(429)
    })
  },
)

it('using a reset link invalidates the earlier ones', async () => {
  const links: string[] = []
  for (let n = 0; n < 2; n += 1) {
    await stranger().send('POST', '/api/auth/reset-password', { email: PEOPLE.esi.email })
    links.push(await linkSecret(test, PEOPLE.esi.email))
  }
  const statuses: number[] = []
  for (const token of links.toReversed())
    statuses.push((await stranger().send('POST', '/api/auth/recover', { token, confirmed: true })).status)
  expect(statuses).toEqual([200, 410])
})

describe('a full password queue', () => {
  /** Keeps the owner's queue full: every request that leaves it enters again. Returns a function that stops this. */
  function fill(owner: PasswordOwner) {
    const over = new AbortController()
    async function wait(): Promise<void> {
      while (!over.signal.aborted) await test.passwords.hash(PASSWORD, owner).catch(() => setImmediate())
    }
    const all = Promise.all(Array.from({ length: 100 }, wait))
    return async () => {
      over.abort()
      await all
    }
  }

  const statusesOf = async (count: number, send: () => Promise<Response>) =>
    (await Promise.all(Array.from({ length: count }, send))).map(({ status }) => status)

  it('does not count passwords as wrong', async () => {
    const client = createAnonymousClient(test.app, '198.51.100.77')
    const login = () => client.send('POST', '/api/auth/login', { email: OWNER, password: PASSWORD })
    const empty = fill({ address: client.address })
    expect(await statusesOf(5, login)).toEqual([503, 503, 503, 503, 503])
    await empty()
    expect(await test.db.selectFrom('rate_limits').select('key').where('count', '>', 0).execute()).toEqual([])
    expect((await login()).status).toBe(200)
  })

  it('does not count registrations', async () => {
    const form = { name: 'Abena Boateng', email: 'abena@example.com', password: PASSWORD, terms: true }
    const register = () => stranger().send('POST', '/api/auth/register', form)
    const empty = fill({ address: '203.0.113.5' })
    expect(await statusesOf(3, register)).toEqual([503, 503, 503])
    await empty()
    expect((await register()).status).toBe(201)
  })

  it.each([
    ['POST', '/api/account/reauthenticate', { password: PASSWORD }],
    ['PUT', '/api/account/password', { password: PASSWORD, current: PASSWORD }],
  ])('does not count proofs as wrong: %s %s', async (method, path, body) => {
    const ama = await signIn(test, 'ama')
    const empty = fill({ address: ama.address, knownAccount: PEOPLE.ama.id })
    expect(await statusesOf(5, () => ama.send(method, path, body))).toEqual([503, 503, 503, 503, 503])
    await empty()
    expect((await ama.send(method, path, body)).status).toBe(200)
  })
})

it('password checks stop after sixty in 15 minutes, including right passwords', async () => {
  const client = createAnonymousClient(test.app)
  const login = async () =>
    (await client.send('POST', '/api/auth/login', { email: OWNER, password: PASSWORD })).status
  // The first login is on a new device, the second on a known one with its own count.
  expect([await login(), await login()]).toEqual([200, 200])
  await test.db
    .updateTable('rate_limits')
    .set({ count: 59 })
    .where('key', 'like', 'password-checks-known:%')
    .execute()
  expect([await login(), await login()]).toEqual([200, 429])
})

it('sixty attempts by strangers do not affect a known device', async () => {
  const known = await signIn(test, 'kofi')
  const login = async (client: TestClient, password: string) =>
    (await client.send('POST', '/api/auth/login', { email: OWNER, password })).status
  const statuses: number[] = []
  for (let n = 0; n < 60; n += 1)
    statuses.push(await login(createAnonymousClient(test.app, `203.0.113.${n}`), 'Wrong-1234'))
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(await login(known, PASSWORD)).toBe(200)
  // The owner's first sign-in and five guesses count; refused attempts cost no hash.
  const checks = test.db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', `password-checks:${OWNER}`)
  expect(await checks.executeTakeFirst()).toEqual({ count: 6 })
})

describe('a bad neighbour in the network', () => {
  const use = (key: string) =>
    test.db
      .insertInto('rate_limits')
      .values({ key, count: 200, resets_at: sql`now() + interval '10 minutes'` })
      .onConflict((row) => row.column('key').doUpdateSet({ count: 200 }))
      .execute()

  it('cannot block a login on a known device', async () => {
    const known = await signIn(test, 'kofi')
    await use(`login-from:${known.address}`)
    const credentials = { email: OWNER, password: PASSWORD }
    const login = async (client: TestClient) =>
      (await client.send('POST', '/api/auth/login', credentials)).status
    expect(await login(createAnonymousClient(test.app, known.address))).toBe(429)
    expect(await login(known)).toBe(200)
  })

  it('cannot block a second step on a known device, or count forged challenges', async () => {
    const esi = await signIn(test, 'esi')
    const started = await esi.send('POST', '/api/account/two-factor/start', {})
    const { secret } = (await started.json()) as { secret: string }
    await esi.send('POST', '/api/account/two-factor/enable', { code: await totpCode(secret) })
    const pass = async (client: TestClient, challenge: string) => {
      const code = await totpCode(secret, 1)
      return (await client.send('POST', '/api/auth/two-factor', { challenge, code })).status
    }
    const begin = async (client: TestClient) => {
      const credentials = { email: PEOPLE.esi.email, password: PASSWORD }
      const reply = await client.send('POST', '/api/auth/login', credentials)
      return ((await reply.json()) as { challenge: string }).challenge
    }
    const neighbour = createAnonymousClient(test.app, esi.address)
    expect(await pass(neighbour, 'a'.repeat(43))).toBe(410)
    const key = `two-factor-from:${esi.address}`
    expect(await test.db.selectFrom('rate_limits').select('key').where('key', '=', key).execute()).toEqual([])
    await use(key)
    expect(await pass(neighbour, await begin(neighbour))).toBe(429)
    expect(await pass(esi, await begin(esi))).toBe(200)
  })
})

it('a code that could not be checked does not count as wrong', async () => {
  const ama = await signIn(test, 'ama')
  const started = await ama.send('POST', '/api/account/two-factor/start', {})
  const { secret } = (await started.json()) as { secret: string }
  const enabled = await ama.send('POST', '/api/account/two-factor/enable', { code: await totpCode(secret) })
  const { recoveryCodes } = (await enabled.json()) as { recoveryCodes: string[] }
  const client = stranger()
  const credentials = { email: PEOPLE.ama.email, password: PASSWORD }
  const begun = await client.send('POST', '/api/auth/login', credentials)
  const { challenge } = (await begun.json()) as { challenge: string }
  const pass = async () =>
    (await client.send('POST', '/api/auth/two-factor', { challenge, code: recoveryCodes[0] })).status
  await sql`alter table recovery_codes rename to recovery_codes_away`.execute(test.db)
  for (let n = 0; n < 5; n += 1) expect(await pass()).toBe(500)
  await sql`alter table recovery_codes_away rename to recovery_codes`.execute(test.db)
  expect(await pass()).toBe(200)
})
