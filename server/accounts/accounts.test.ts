import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMarket, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { readDevMailbox, retryMails } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { problemOf } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { LINK_REQUEST } from '#server/accounts/emails/link-requests.ts'
import { ACCOUNT_EMAIL } from '#server/accounts/emails/service.ts'

const test = setUp(createMarket)
beforeEach(() => test.db.deleteFrom('rate_limits').execute())

/** Ages every used token by this many seconds. */
const age = (seconds: number) =>
  test.db
    .updateTable('refresh_tokens')
    .set({ used_at: sql`used_at - make_interval(secs => ${seconds})` })
    .where('used_at', 'is not', null)
    .execute()

const NEW_PERSON = {
  name: 'Yaa Asantewaa',
  email: 'yaa@example.com',
  password: 'Ejisu-lamp-rests-19',
  terms: true,
}

describe('registration', () => {
  it('opens an account after its e-mail address is confirmed', async () => {
    const yaa = createAnonymousClient(test.app)
    const registered = await yaa.send('POST', '/api/auth/register', NEW_PERSON)
    expect(registered.status).toBe(201)
    expect(await registered.json()).toEqual({ session: null })

    const early = await yaa.send('POST', '/api/auth/login', NEW_PERSON)
    expect((await problemOf(early)).message).toBe('Please verify your email address before logging in.')
    const wrong = await yaa.send('POST', '/api/auth/login', { ...NEW_PERSON, password: 'Wrong-1234' })
    expect((await problemOf(wrong)).message).toBe('Invalid email or password.')

    const token = await linkSecret(test, NEW_PERSON.email)
    const confirmed = await yaa.send('POST', '/api/auth/verify-email', { token })
    expect(await confirmed.json()).toMatchObject({
      session: { user: { name: 'Yaa Asantewaa', role: 'user' } },
    })
    expect((await yaa.send('POST', '/api/auth/login', NEW_PERSON)).status).toBe(200)
    const again = await yaa.send('POST', '/api/auth/register', NEW_PERSON)
    expect((await problemOf(again)).message).toBe('An account with this email already exists.')
  })

  it('discards a stranger’s password when the owner confirms the address', async () => {
    const email = 'claimed@example.com'
    const owner = createAnonymousClient(test.app)
    await owner.send('POST', '/api/auth/register', { ...NEW_PERSON, email, password: 'Owner-lamp-rests-12' })
    const stranger = createAnonymousClient(test.app)
    await stranger.send('POST', '/api/auth/register', { ...NEW_PERSON, email, password: 'Stranger-knows-7' })
    // The owner reads the newest mail, which belongs to the stranger's attempt.
    const confirmed = await owner.send('POST', '/api/auth/verify-email', {
      token: await linkSecret(test, email),
      confirmed: true,
    })
    const { session, choosePassword } = (await confirmed.json()) as {
      session: { access_token: string }
      choosePassword: boolean
    }
    expect(choosePassword).toBe(true)
    expect(
      (await stranger.send('POST', '/api/auth/login', { email, password: 'Stranger-knows-7' })).status,
    ).toBe(401)
    owner.token = session.access_token
    expect(
      (await owner.send('PUT', '/api/account/password', { password: 'Owner-lamp-rests-12' })).status,
    ).toBe(200)
    expect(
      (await owner.send('POST', '/api/auth/login', { email, password: 'Owner-lamp-rests-12' })).status,
    ).toBe(200)
  })

  it('sends a new person no new-device warning, whichever browser confirms', async () => {
    for (const isElsewhere of [false, true]) {
      const email = `first${String(isElsewhere)}@example.com`
      const person = createAnonymousClient(test.app)
      await person.send('POST', '/api/auth/register', { ...NEW_PERSON, email })
      const opener = isElsewhere ? createAnonymousClient(test.app) : person
      const token = await linkSecret(test, email)
      const confirmed = await opener.send('POST', '/api/auth/verify-email', { token, confirmed: true })
      const { session } = (await confirmed.json()) as { session: { access_token: string } }
      opener.token = session.access_token
      if (isElsewhere) await opener.send('PUT', '/api/account/password', { password: NEW_PERSON.password })
      expect((await opener.send('POST', '/api/auth/login', { ...NEW_PERSON, email })).status).toBe(200)
      await test.jobs.settled()
      const listed = await opener.send('GET', '/api/notifications')
      expect(await listed.json()).toMatchObject({ items: [] })
      expect((await readDevMailbox(test.db, email)).map(({ subject }) => subject)).toEqual([
        'Confirm your e-mail address',
      ])
    }
  })

  it.each([
    ['/products/1?from=share', '/products/1?from=share'],
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/auth/login', '/'],
    [undefined, '/'],
  ])('returns to %s as %s after confirmation in any browser', async (next, path) => {
    const email = `back${Math.random()}@example.com`
    await createAnonymousClient(test.app).send('POST', '/api/auth/register', { ...NEW_PERSON, email, next })
    await createAnonymousClient(test.app).send('POST', '/api/auth/resend-verification', { email })
    const token = await linkSecret(test, email)
    const opener = createAnonymousClient(test.app)
    const confirmed = await opener.send('POST', '/api/auth/verify-email', { token, confirmed: true })
    expect(await confirmed.json()).toMatchObject({ next: path, choosePassword: true })
  })

  it('names every invalid field', async () => {
    const response = await createAnonymousClient(test.app).send('POST', '/api/auth/register', {
      name: 'Y',
      email: 'yaa@',
      password: 'short',
      terms: false,
    })
    const { fields } = await problemOf(response)
    expect(
      Object.fromEntries((fields ?? []).toReversed().map(({ field, message }) => [field, message])),
    ).toEqual({
      name: 'Name must be at least 2 characters long',
      email: 'Please enter a valid email address',
      password:
        'Password must contain at least 8 characters, one uppercase, one lowercase, one number, and one special character',
      terms: 'You must agree to the terms and conditions',
    })
  })

  it.each(['\u0000', '\u202e', '\u200b\u200b\u200b'])('refuses %j as a name', async (name) => {
    const response = await createAnonymousClient(test.app).send('POST', '/api/auth/register', {
      ...NEW_PERSON,
      name,
    })
    expect(response.status).toBe(422)
    expect((await problemOf(response)).fields).toEqual([expect.objectContaining({ field: 'name' })])
  })

  it.each(['a@b.co\r\nBcc: evil@example.com', 'a@b.co,evil@example.com', '"a b"@example.com'])(
    'refuses %j as an address',
    async (email) => {
      const response = await createAnonymousClient(test.app).send('POST', '/api/auth/register', {
        ...NEW_PERSON,
        email,
      })
      expect(response.status).toBe(422)
    },
  )

  it('stops after three parallel attempts per address in an hour', async () => {
    const attempts = Array.from({ length: 20 }, () =>
      createAnonymousClient(test.app).send('POST', '/api/auth/register', {
        ...NEW_PERSON,
        email: 'often@example.com',
      }),
    )
    const responses = await Promise.all(attempts)
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(17)
    expect((await problemOf(refused[0] as Response)).message).toBe(
      'Too many registration attempts. Please try again in 1 hour.',
    )
    expect(Number(refused[1]?.headers.get('retry-after'))).toBeGreaterThan(3500)
  })
})

describe('login', () => {
  it('does not reveal which addresses have an account', async () => {
    const client = createAnonymousClient(test.app)
    const known = await client.send('POST', '/api/auth/login', {
      email: PEOPLE.ama.email,
      password: 'Wrong-1234',
    })
    const unknown = await client.send('POST', '/api/auth/login', {
      email: 'no@example.com',
      password: 'Wrong-1234',
    })
    expect([known.status, unknown.status]).toEqual([401, 401])
    expect((await problemOf(known)).message).toBe((await problemOf(unknown)).message)
  })

  it('stops after five parallel attempts per address in 15 minutes', async () => {
    const attempts = Array.from({ length: 20 }, () =>
      createAnonymousClient(test.app).send('POST', '/api/auth/login', {
        email: 'Ama@Example.com ',
        password: 'Wrong-1234',
      }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    const right = await createAnonymousClient(test.app).send('POST', '/api/auth/login', {
      email: PEOPLE.ama.email,
      password: PASSWORD,
    })
    expect((await problemOf(right)).message).toBe('Too many login attempts. Please try again in 15 minutes.')
  })

  it('lets the owner in on a known device while a stranger guesses', async () => {
    const ama = await signIn(test, 'ama')
    const stranger = createAnonymousClient(test.app, '203.0.113.66')
    for (let count = 0; count < 6; count += 1) {
      await stranger.send('POST', '/api/auth/login', { email: PEOPLE.ama.email, password: 'Wrong-1234' })
    }
    const login = await ama.send('POST', '/api/auth/login', { email: PEOPLE.ama.email, password: PASSWORD })
    expect(login.status).toBe(200)
  })

  it('counts only failed attempts against a shared network address', async () => {
    const login = async (password: string) => {
      const credentials = { email: PEOPLE.ama.email, password }
      return (await createAnonymousClient(test.app).send('POST', '/api/auth/login', credentials)).status
    }
    const counts = test.db.updateTable('rate_limits').where('key', 'like', 'login-from:%')
    const counted = async () =>
      (await test.db.selectFrom('rate_limits').select('count').where('key', 'like', 'login-from:%').execute())
        .map(({ count }) => count)
        .toString()
    for (let count = 0; count < 7; count += 1) expect(await login(PASSWORD)).toBe(200)
    expect(await counted()).toBe('0')
    expect(await login('Wrong-1234')).toBe(401)
    expect(await counted()).toBe('1')
    await counts.set({ count: 199 }).execute()
    expect(await login(PASSWORD)).toBe(200)
    await counts.set({ count: 200 }).execute()
    expect(await login(PASSWORD)).toBe(429)
  })

  it('does not trust a forged device cookie', async () => {
    const stranger = createAnonymousClient(test.app)
    stranger.cookies.set('sankofa-device', `${PEOPLE.ama.id}.AAAA`)
    for (let count = 0; count < 5; count += 1) {
      await stranger.send('POST', '/api/auth/login', { email: PEOPLE.ama.email, password: 'Wrong-1234' })
    }
    const sixth = await stranger.send('POST', '/api/auth/login', {
      email: PEOPLE.ama.email,
      password: 'Wrong-1234',
    })
    expect(sixth.status).toBe(429)
  })

  it('refuses requests from another site', async () => {
    const response = await createAnonymousClient(test.app).send(
      'POST',
      '/api/auth/login',
      { email: PEOPLE.ama.email, password: PASSWORD },
      { Origin: 'https://evil.example' },
    )
    expect((await problemOf(response)).code).toBe('cross-site-request')
  })

  it('sets cookies that are HttpOnly, SameSite=Strict and limited to their path', async () => {
    const response = await createAnonymousClient(test.app).send('POST', '/api/auth/login', {
      email: PEOPLE.kofi.email,
      password: PASSWORD,
    })
    for (const cookie of response.headers.getSetCookie()) {
      expect(cookie).toMatch(/HttpOnly/)
      expect(cookie).toMatch(/SameSite=Strict/)
      expect(cookie).toMatch(/Path=\/api\/auth/)
    }
  })
})

describe('sessions', () => {
  it('get a fresh token at each refresh', async () => {
    const ama = await signIn(test, 'ama')
    const before = ama.cookies.get('sankofa-refresh')
    const refreshed = await ama.send('POST', '/api/auth/refresh', {})
    expect(refreshed.status).toBe(200)
    expect(ama.cookies.get('sankofa-refresh')).not.toBe(before)
  })

  it('survive a simultaneous refresh in two tabs', async () => {
    const ama = await signIn(test, 'ama')
    const responses = await Promise.all([
      ama.send('POST', '/api/auth/refresh', {}),
      ama.send('POST', '/api/auth/refresh', {}),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
  })

  it('end for the thief and the owner when a used token is sent again', async () => {
    const ama = await signIn(test, 'ama')
    const stolen = new Map(ama.cookies)
    await ama.send('POST', '/api/auth/refresh', {})
    await test.db
      .updateTable('refresh_tokens')
      .set({ used_at: new Date(Date.now() - 60_000).toISOString() })
      .where('used_at', 'is not', null)
      .execute()
    const thief = createAnonymousClient(test.app)
    thief.cookies = stolen
    expect((await thief.send('POST', '/api/auth/refresh', {})).status).toBe(401)
    expect((await ama.send('POST', '/api/auth/refresh', {})).status).toBe(401)
    await expect.poll(async () => (await ama.send('GET', '/api/account/sessions')).status).toBe(401)
  })

  it('end for the thief and the owner even if the stolen token was used days ago', async () => {
    const thief = await signIn(test, 'ama')
    const owner = createAnonymousClient(test.app)
    owner.cookies = new Map(thief.cookies)
    await thief.send('POST', '/api/auth/refresh', {})
    await test.db
      .updateTable('refresh_tokens')
      .set({ used_at: new Date(Date.now() - 3 * 86_400_000).toISOString() })
      .where('used_at', 'is not', null)
      .execute()
    expect((await thief.send('POST', '/api/auth/refresh', {})).status).toBe(200)
    expect((await owner.send('POST', '/api/auth/refresh', {})).status).toBe(401)
    expect((await thief.send('POST', '/api/auth/refresh', {})).status).toBe(401)
  })

  it('leave no valid descendant after a token is used twice, whatever happens between', async () => {
    const step = fc.constantFrom('a', 'b', 'age')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        await test.db.deleteFrom('rate_limits').execute()
        const a = await signIn(test, 'esi')
        const b = createAnonymousClient(test.app)
        b.cookies = new Map(a.cookies)
        const stolen = new Map(a.cookies)
        await a.send('POST', '/api/auth/refresh', {})
        for (const who of steps) {
          if (who === 'age') await age(11)
          else await (who === 'a' ? a : b).send('POST', '/api/auth/refresh', {})
        }
        await age(11)
        const late = createAnonymousClient(test.app)
        late.cookies = stolen
        expect((await late.send('POST', '/api/auth/refresh', {})).status).toBe(401)
        const statuses = [
          await a.send('POST', '/api/auth/refresh', {}),
          await b.send('POST', '/api/auth/refresh', {}),
        ]
        expect(statuses.map(({ status }) => status)).toEqual([401, 401])
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  it('are listed by device and can be ended one by one', async () => {
    const phone = await signIn(test, 'esi')
    const laptop = await signIn(test, 'esi')
    const { devices } = (await (await laptop.send('GET', '/api/account/sessions')).json()) as {
      devices: { id: string; current: boolean }[]
    }
    const other = devices.find(({ current }) => !current)
    expect(devices).toHaveLength(2)
    expect((await laptop.send('DELETE', `/api/account/sessions/${other?.id}`)).status).toBe(200)
    await expect.poll(async () => (await phone.send('GET', '/api/account/sessions')).status).toBe(401)
    expect((await laptop.send('GET', '/api/account/sessions')).status).toBe(200)
  })

  it('cannot be ended by another person', async () => {
    const esi = await signIn(test, 'esi')
    const kofi = await signIn(test, 'kofi')
    const { devices } = (await (await esi.send('GET', '/api/account/sessions')).json()) as {
      devices: { id: string }[]
    }
    expect((await kofi.send('DELETE', `/api/account/sessions/${devices[0]?.id}`)).status).toBe(404)
    expect((await esi.send('GET', '/api/account/sessions')).status).toBe(200)
  })

  it('all end at a global logout', async () => {
    const phone = await signIn(test, 'kofi')
    const laptop = await signIn(test, 'kofi')
    expect((await laptop.send('POST', '/api/auth/logout', { scope: 'global' })).status).toBe(200)
    expect(laptop.cookies.has('sankofa-refresh')).toBe(false)
    expect((await phone.send('POST', '/api/auth/refresh', {})).status).toBe(401)
    await expect.poll(async () => (await phone.send('GET', '/api/account/sessions')).status).toBe(401)
  })

  it.each(['bearer', 'BEARER', 'Bearer '])(
    'accept the authentication scheme in any case: %s',
    async (scheme) => {
      const { token } = await signIn(test, 'kofi')
      const headers = { authorization: `${scheme} ${token}` }
      expect((await test.app.request('/api/account/sessions', { headers })).status).toBe(200)
    },
  )

  it.each([
    'Bearer x',
    'Bearer  ',
    'bearerx.y.z',
    'Bearer a.b.c',
    'Basic YTpi',
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
  ])('require a valid header instead of %s', async (authorization) => {
    const response = await test.app.request('/api/account/sessions', { headers: { authorization } })
    expect(response.status).toBe(401)
  })

  it('are stored only as hashes', async () => {
    const ama = await signIn(test, 'ama')
    const rows = await test.db.selectFrom('refresh_tokens').selectAll().execute()
    const token = ama.cookies.get('sankofa-refresh') ?? ''
    expect(rows.some(({ hash }) => hash.toString('base64url') === token)).toBe(false)
  })
})

describe('a forgotten password', () => {
  it('is replaced through the mailed link, which ends every other session', async () => {
    const before = await signIn(test, 'kofi')
    const kofi = createAnonymousClient(test.app)
    expect((await kofi.send('POST', '/api/auth/reset-password', { email: PEOPLE.kofi.email })).status).toBe(
      202,
    )
    const token = await linkSecret(test, PEOPLE.kofi.email)
    const recovered = (await (await kofi.send('POST', '/api/auth/recover', { token })).json()) as {
      session: { access_token: string }
    }
    kofi.token = recovered.session.access_token
    expect(
      (await kofi.send('PUT', '/api/account/password', { password: 'Brass-kettle-rests-1' })).status,
    ).toBe(200)
    await expect.poll(async () => (await before.send('GET', '/api/account/sessions')).status).toBe(401)
    expect(
      (
        await kofi.send('POST', '/api/auth/login', {
          email: PEOPLE.kofi.email,
          password: 'Brass-kettle-rests-1',
        })
      ).status,
    ).toBe(200)
    // The link's session may change the password only once.
    const late = await kofi.send('PUT', '/api/account/password', { password: PASSWORD })
    expect((await problemOf(late)).code).toBe('link-expired')
    expect((await kofi.send('POST', '/api/auth/recover', { token })).status).toBe(410)
    expect(
      (
        await kofi.send('PUT', '/api/account/password', {
          password: PASSWORD,
          current: 'Brass-kettle-rests-1',
        })
      ).status,
    ).toBe(200)
  })

  it('is not replaced without the current one after the time of the link', async () => {
    const kofi = createAnonymousClient(test.app)
    await kofi.send('POST', '/api/auth/reset-password', { email: PEOPLE.kofi.email })
    const token = await linkSecret(test, PEOPLE.kofi.email)
    const { session } = (await (await kofi.send('POST', '/api/auth/recover', { token })).json()) as {
      session: { access_token: string }
    }
    kofi.token = session.access_token
    const over = { recovery_until: sql<string>`now()` }
    await test.db.updateTable('sessions').set(over).where('recovery_until', 'is not', null).execute()
    const late = await kofi.send('PUT', '/api/account/password', { password: 'Brass-kettle-rests-1' })
    expect((await problemOf(late)).code).toBe('link-expired')
  })

  it('gets the same reply for an unknown address, and no mail is sent there', async () => {
    for (const email of ['no@example.com', PEOPLE.ama.email]) {
      const response = await createAnonymousClient(test.app).send('POST', '/api/auth/reset-password', {
        email,
      })
      expect([response.status, await response.json()]).toEqual([202, { done: true }])
    }
    await test.jobs.settled()
    expect(await readDevMailbox(test.db, 'no@example.com')).toEqual([])
    expect((await readDevMailbox(test.db, PEOPLE.ama.email)).length).toBeGreaterThan(0)
  })

  it('is not replaced by a forged link', async () => {
    const client = createAnonymousClient(test.app)
    expect((await client.send('POST', '/api/auth/recover', { token: 'A'.repeat(43) })).status).toBe(410)
  })
})

it('a new password makes every device unknown, and the next sign-in there sends a warning', async () => {
  const phone = await signIn(test, 'esi')
  const login = (client: typeof phone, password: string) =>
    client.send('POST', '/api/auth/login', { email: PEOPLE.esi.email, password })
  const newDevices = async () => {
    await test.jobs.settled()
    const mails = await readDevMailbox(test.db, PEOPLE.esi.email)
    return mails.filter(({ subject }) => subject === 'New login to your account').length
  }
  const before = await newDevices()
  await login(phone, PASSWORD)
  expect(await newDevices()).toBe(before)

  const laptop = await signIn(test, 'esi')
  await laptop.send('PUT', '/api/account/password', { password: 'Brass-kettle-rests-1', current: PASSWORD })
  // The device is unknown now, so its attempts count with those of strangers.
  for (let count = 0; count < 5; count += 1) await login(createAnonymousClient(test.app), 'Wrong-1234')
  expect((await login(phone, 'Brass-kettle-rests-1')).status).toBe(429)
  await test.db.deleteFrom('rate_limits').execute()
  const known = await newDevices()
  expect((await login(phone, 'Brass-kettle-rests-1')).status).toBe(200)
  expect(await newDevices()).toBe(known + 1)

  // The remaining session proved the password, so its device is known after its next refresh.
  expect((await laptop.send('POST', '/api/auth/refresh', {})).status).toBe(200)
  await login(laptop, 'Brass-kettle-rests-1')
  expect(await newDevices()).toBe(known + 1)
  await laptop.send('PUT', '/api/account/password', { password: PASSWORD, current: 'Brass-kettle-rests-1' })
})

describe('a sign-in link', () => {
  const request = (client: TestClient, email: string = PEOPLE.kofi.email) =>
    client.send('POST', '/api/auth/sign-in-link', { email })
  const open = (client: TestClient, token: string, confirmed?: true) =>
    client.send('POST', '/api/auth/sign-in-link/open', { token, confirmed })

  it('lets the owner in once, even while a stranger guesses passwords', async () => {
    const owner = createAnonymousClient(test.app)
    const credentials = { email: PEOPLE.kofi.email, password: PASSWORD }
    for (let count = 0; count < 5; count += 1)
      await createAnonymousClient(test.app).send('POST', '/api/auth/login', {
        ...credentials,
        password: 'Wrong-1',
      })
    expect((await owner.send('POST', '/api/auth/login', credentials)).status).toBe(429)
    expect((await request(owner)).status).toBe(202)
    const token = await linkSecret(test, PEOPLE.kofi.email)
    expect(await (await open(owner, token)).json()).toMatchObject({
      session: { user: { email: PEOPLE.kofi.email } },
      account: null,
    })
    expect((await open(createAnonymousClient(test.app), token, true)).status).toBe(410)
  })

  it('shows its account in another browser and waits for confirmation', async () => {
    await request(createAnonymousClient(test.app))
    const token = await linkSecret(test, PEOPLE.kofi.email)
    const elsewhere = createAnonymousClient(test.app)
    expect(await (await open(elsewhere, token)).json()).toEqual({
      session: null,
      challenge: null,
      account: PEOPLE.kofi.email,
    })
    expect(elsewhere.cookies.has('sankofa-refresh')).toBe(false)
    expect(await (await open(elsewhere, token, true)).json()).toMatchObject({ session: { user: {} } })
  })

  it('works even if a stranger requests more links', async () => {
    const owner = createAnonymousClient(test.app)
    await request(owner)
    const token = await linkSecret(test, PEOPLE.kofi.email)
    await request(createAnonymousClient(test.app))
    await test.jobs.settled()
    expect((await open(owner, token)).status).toBe(200)
  })

  it('expires when the password changes', async () => {
    const kofi = await signIn(test, 'kofi')
    await request(kofi)
    const token = await linkSecret(test, PEOPLE.kofi.email)
    await kofi.send('PUT', '/api/account/password', { password: PASSWORD, current: PASSWORD })
    expect((await open(kofi, token)).status).toBe(410)
  })

  it('gets the same reply for known and unknown addresses', async () => {
    for (const email of ['no@example.com', PEOPLE.ama.email]) {
      const response = await request(createAnonymousClient(test.app), email)
      expect([response.status, await response.json()]).toEqual([202, { done: true }])
    }
    await test.jobs.settled()
    expect(await readDevMailbox(test.db, 'no@example.com')).toEqual([])
  })

  it('is limited per address', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1)
      statuses.push((await request(createAnonymousClient(test.app, `203.0.113.${count % 2}`))).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  })
})

describe('an account’s mail', () => {
  const { email } = PEOPLE.esi
  const subjects = async () => {
    await test.jobs.settled()
    return (await readDevMailbox(test.db, email)).map(({ subject }) => subject).toSorted()
  }
  beforeEach(async () => {
    await test.jobs.settled()
    await sql`delete from pgboss.job`.execute(test.db)
    await test.db.deleteFrom('outbox_messages').execute()
  })

  it('arrives at the second attempt even if the mailbox has reached its limit', async () => {
    const esi = await signIn(test, 'esi')
    const change = { password: 'Brass-kettle-rests-1', current: PASSWORD }
    expect((await esi.send('PUT', '/api/account/password', change)).status).toBe(200)
    const sent = await subjects()
    expect(sent.length).toBeGreaterThan(0)
    await retryMails(test, ACCOUNT_EMAIL)
    expect(await subjects()).toEqual([...sent, ...sent].toSorted())
  })

  it('arrives at the second attempt of a requested link even if the mailbox has reached its limit', async () => {
    const client = createAnonymousClient(test.app)
    const requests = Array.from({ length: 4 }, () =>
      client.send('POST', '/api/auth/reset-password', { email }),
    )
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 202))
    const sent = await subjects()
    await retryMails(test, LINK_REQUEST)
    expect(await subjects()).toHaveLength(sent.length + requests.length)
  })
})

describe('sign-up settings', () => {
  it('SIGNUP=off refuses new registrations', async () => {
    const closed = await createTestApp({ settings: { SIGNUP: 'off' } })
    const response = await createAnonymousClient(closed.app).send('POST', '/api/auth/register', NEW_PERSON)
    expect((await problemOf(response)).message).toBe('Account registration is currently disabled.')
    await closed.close()
  })

  it('EMAIL_VERIFICATION=off opens a new account at once', async () => {
    const open = await createTestApp({ settings: { EMAIL_VERIFICATION: 'off' } })
    const client = createAnonymousClient(open.app)
    const response = await client.send('POST', '/api/auth/register', NEW_PERSON)
    expect(await response.json()).toMatchObject({ session: { user: { email: NEW_PERSON.email } } })
    await open.close()
  })
})
