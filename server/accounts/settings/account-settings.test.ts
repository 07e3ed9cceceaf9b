import { beforeEach, describe, expect, it } from 'vitest'
import { insertAccounts, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { PREFERENCES } from '#testing/accounts/preferences.ts'
import { problemOf } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createTestApp)
beforeEach(async () => {
  await test.jobs.settled()
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('accounts').execute()
  await test.db.deleteFrom('outbox_messages').execute()
  await insertAccounts(test.db)
})

const isSignedIn = async (client: TestClient) => (await client.send('GET', '/api/account')).status === 200
const subjectsTo = async (address: string) => {
  await test.jobs.settled()
  return (await readDevMailbox(test.db, address)).map(({ subject }) => subject)
}
it('/.well-known/change-password redirects to the password settings', async () => {
  const reply = await createAnonymousClient(test.app).send('GET', '/.well-known/change-password')
  expect(reply.status).toBe(302)
  expect(reply.headers.get('location')).toBe('/settings-page?change=password')
})

describe('an e-mail change', () => {
  const NEW = 'ama.new@example.com'
  const requestChange = (client: TestClient, email = NEW) =>
    client.send('POST', '/api/account/email', { email })

  it('takes effect by link, warns the old address, and ends other sessions', async () => {
    const other = await signIn(test, 'ama')
    const ama = await signIn(test, 'ama')
    expect((await requestChange(ama, ' Ama.New@Example.com ')).status).toBe(202)
    expect(await subjectsTo(NEW)).toEqual(['Confirm your new e-mail address'])
    expect(await (await ama.send('GET', '/api/account')).json()).toEqual({
      email: PEOPLE.ama.email,
      phone: null,
      hasPassword: true,
    })

    const token = await linkSecret(test, NEW)
    const confirmed = await createAnonymousClient(test.app).send('POST', '/api/auth/change-email', {
      token,
      confirmed: true,
    })
    expect(await confirmed.json()).toMatchObject({ user: { id: PEOPLE.ama.id, email: NEW } })
    expect(await subjectsTo(PEOPLE.ama.email)).toContain('Your e-mail address was changed')
    expect(await isSignedIn(ama)).toBe(true)
    await expect.poll(() => isSignedIn(other)).toBe(false)
    const profile = await test.db
      .selectFrom('profiles')
      .select('email')
      .where('id', '=', PEOPLE.ama.id)
      .executeTakeFirst()
    expect(profile?.email).toBe(NEW)
    const login = (email: string) =>
      createAnonymousClient(test.app).send('POST', '/api/auth/login', { email, password: PASSWORD })
    expect((await login(PEOPLE.ama.email)).status).toBe(401)
    expect((await login(NEW)).status).toBe(200)
    await test.db
      .updateTable('profiles')
      .set({ email: PEOPLE.ama.email })
      .where('id', '=', PEOPLE.ama.id)
      .execute()
    const again = await createAnonymousClient(test.app).send('POST', '/api/auth/change-email', { token })
    expect(await again.json()).toMatchObject({ user: { email: NEW } })
  })

  it('does not change another contact address in the profile', async () => {
    const contact = 'shop@example.com'
    await test.db.updateTable('profiles').set({ email: contact }).where('id', '=', PEOPLE.kofi.id).execute()
    await requestChange(await signIn(test, 'kofi'), 'kofi.new@example.com')
    const token = await linkSecret(test, 'kofi.new@example.com')
    await createAnonymousClient(test.app).send('POST', '/api/auth/change-email', { token, confirmed: true })
    const { email } = await test.db
      .selectFrom('profiles')
      .select('email')
      .where('id', '=', PEOPLE.kofi.id)
      .executeTakeFirstOrThrow()
    expect(email).toBe(contact)
  })

  it('is refused for a taken address with the message of registration', async () => {
    const ama = await signIn(test, 'ama')
    expect((await problemOf(await requestChange(ama, PEOPLE.kofi.email))).message).toBe(
      'An account with this email already exists.',
    )
    expect(await subjectsTo(PEOPLE.kofi.email)).toEqual([])
  })

  it('takes over an unconfirmed address, but not one that another account took in the meantime', async () => {
    const ama = await signIn(test, 'ama')
    const stranger = createAnonymousClient(test.app)
    const registration = { name: 'Some One', email: NEW, password: 'Stranger-knows-7', terms: true }
    await stranger.send('POST', '/api/auth/register', registration)
    const verify = await linkSecret(test, NEW)
    expect((await requestChange(ama)).status).toBe(202)
    const token = await linkSecret(test, NEW)
    expect((await ama.send('POST', '/api/auth/change-email', { token })).status).toBe(200)
    expect((await stranger.send('POST', '/api/auth/verify-email', { token: verify })).status).toBe(410)

    const second = 'second@example.com'
    const esi = await signIn(test, 'esi')
    await requestChange(esi, second)
    const late = await linkSecret(test, second)
    await test.db.updateTable('accounts').set({ email: second }).where('id', '=', PEOPLE.kofi.id).execute()
    const refused = await esi.send('POST', '/api/auth/change-email', { token: late })
    expect((await problemOf(refused)).code).toBe('already-registered')
  })

  it('invalidates links sent to the old address', async () => {
    const ama = await signIn(test, 'ama')
    await createAnonymousClient(test.app).send('POST', '/api/auth/reset-password', {
      email: PEOPLE.ama.email,
    })
    const reset = await linkSecret(test, PEOPLE.ama.email)
    await requestChange(ama)
    await ama.send('POST', '/api/auth/change-email', { token: await linkSecret(test, NEW) })
    const recovered = await createAnonymousClient(test.app).send('POST', '/api/auth/recover', {
      token: reset,
    })
    expect(recovered.status).toBe(410)
  })

  it('is cancelled by a password change', async () => {
    const ama = await signIn(test, 'ama')
    await requestChange(ama)
    const token = await linkSecret(test, NEW)
    await ama.send('PUT', '/api/account/password', { password: 'Brass-kettle-rests-1', current: PASSWORD })
    expect((await ama.send('POST', '/api/auth/change-email', { token })).status).toBe(410)
  })

  it.each([
    [
      'the owner ends that session',
      (owner: TestClient, session: string) => owner.send('DELETE', `/api/account/sessions/${session}`),
    ],
    [
      'the owner ends all other sessions',
      (owner: TestClient) => owner.send('DELETE', '/api/account/sessions'),
    ],
    [
      'the owner ends all sessions',
      (owner: TestClient) => owner.send('POST', '/api/auth/logout', { scope: 'global' }),
    ],
  ])('is cancelled if a stranger requested it and %s', async (_, end) => {
    const thief = await signIn(test, 'ama')
    await requestChange(thief)
    const token = await linkSecret(test, NEW)
    const owner = await signIn(test, 'ama')
    const listed = await owner.send('GET', '/api/account/sessions')
    const { devices } = (await listed.json()) as { devices: { id: string; current: boolean }[] }
    const session = devices.find(({ current }) => !current)?.id ?? ''
    expect((await end(owner, session)).status).toBe(200)
    expect((await thief.send('POST', '/api/auth/change-email', { token, confirmed: true })).status).toBe(410)
  })

  it('can be confirmed after a log-out', async () => {
    const ama = await signIn(test, 'ama')
    await requestChange(ama)
    const token = await linkSecret(test, NEW)
    await ama.send('POST', '/api/auth/logout', { scope: 'local' })
    const confirmed = await ama.send('POST', '/api/auth/change-email', { token, confirmed: true })
    expect(await confirmed.json()).toMatchObject({ user: { email: NEW } })
  })

  it('stops after five attempts within an hour', async () => {
    const ama = await signIn(test, 'ama')
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1)
      statuses.push((await requestChange(ama, `new${count}@example.com`)).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  })
})

describe('re-authentication', () => {
  const show = (client: TestClient, proof: object) =>
    client.send('POST', '/api/account/reauthenticate', proof)

  it('accepts the password and stops after five wrong ones', async () => {
    const ama = await signIn(test, 'ama')
    expect((await show(ama, { password: PASSWORD })).status).toBe(200)
    for (let count = 0; count < 5; count += 1) {
      expect((await problemOf(await show(ama, { password: 'Wrong-1234' }))).code).toBe('wrong-password')
    }
    expect((await show(ama, { password: PASSWORD })).status).toBe(429)
  })

  it('is limited for right passwords as well, because every check costs the same', async () => {
    const ama = await signIn(test, 'ama')
    for (let count = 0; count < 20; count += 1)
      expect((await show(ama, { password: PASSWORD })).status).toBe(200)
    expect((await show(ama, { password: PASSWORD })).status).toBe(429)
    expect((await show(await signIn(test, 'kofi'), { password: PASSWORD })).status).toBe(200)
  })

  it('is refused without a password and a link', async () => {
    const ama = await signIn(test, 'ama')
    expect((await problemOf(await show(ama, {}))).code).toBe('wrong-password')
  })

  it('does not lock other sessions after failures in one', async () => {
    const thief = await signIn(test, 'ama')
    const ama = await signIn(test, 'ama')
    for (let count = 0; count < 6; count += 1) await show(thief, { password: 'Wrong-1234' })
    expect((await show(thief, { password: PASSWORD })).status).toBe(429)
    expect((await show(ama, { password: PASSWORD })).status).toBe(200)
  })
})

describe('preferences', () => {
  it('are on at first and stored when changed', async () => {
    const kofi = await signIn(test, 'kofi')
    const read = async (): Promise<unknown> => (await kofi.send('GET', '/api/account/preferences')).json()
    expect(await read()).toEqual(PREFERENCES)
    const save = (body: object) =>
      kofi.send('PUT', '/api/account/preferences', { ...PREFERENCES, email: false, ...body })
    await save({ push: true, presence: false })
    await save({ push: false, presence: false })
    expect(await read()).toMatchObject({ email: false, push: false, presence: false })
    await save({ push: false, presence: true })
    expect(await read()).toMatchObject({ email: false, push: false, presence: true })
    expect((await save({ email: 'no', push: 1, presence: true })).status).toBe(422)
    const esi = await signIn(test, 'esi')
    expect(await (await esi.send('GET', '/api/account/preferences')).json()).toEqual(PREFERENCES)
  })

  it('keep the settings that a change does not name, also in parallel', async () => {
    const kofi = await signIn(test, 'kofi')
    const save = async (body: object) => {
      expect((await kofi.send('PUT', '/api/account/preferences', body)).status).toBe(200)
    }
    await save({ email: false })
    await Promise.all([
      save({ news: { message: { push: false } } }),
      save({ news: { sale: { push: false } } }),
      save({ push: false }),
      save({ presence: false }),
    ])
    const { news: channels } = PREFERENCES
    const off = { inApp: true, push: false, email: true }
    expect(await (await kofi.send('GET', '/api/account/preferences')).json()).toEqual({
      email: false,
      push: false,
      presence: false,
      news: { ...channels, message: off, sale: off },
    })
  })

  it('choose the channels per notification type, except in-app system notifications', async () => {
    const kofi = await signIn(test, 'kofi')
    const save = (changes: object) =>
      kofi.send('PUT', '/api/account/preferences', {
        ...PREFERENCES,
        news: { ...PREFERENCES.news, ...changes },
      })
    const channels = {
      message: { inApp: true, push: false, email: true },
      other: { inApp: false, push: false, email: false },
      system: { inApp: true, push: false, email: false },
    }
    await save(channels)
    const saved: unknown = await (await kofi.send('GET', '/api/account/preferences')).json()
    expect(saved).toEqual({ ...PREFERENCES, news: { ...PREFERENCES.news, ...channels } })
    expect((await save({ system: { inApp: false, push: true, email: true } })).status).toBe(422)
  })
})
