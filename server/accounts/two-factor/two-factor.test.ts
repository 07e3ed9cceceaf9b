import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertAccounts, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { totpCode } from '#testing/services/totp.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createTestApp)
beforeEach(async () => {
  await test.db.deleteFrom('accounts').execute()
  await test.db.deleteFrom('rate_limits').execute()
  await insertAccounts(test.db)
})

type Person = keyof typeof PEOPLE

interface Answer {
  secret: string
  uri: string
  qr: { size: number; path: string }
  recoveryCodes: string[]
  challenge: string | null
  session: { access_token: string; user: { email: string } } | null
  error: { code: string; message: string; fields?: { field: string; message: string }[] }
}

const bodyOf = async (response: Response) => (await response.json()) as Answer

/** Turns two-factor on as the person would, which uses up the app's current code. */
async function enable(client: TestClient) {
  const { secret } = await bodyOf(await client.send('POST', '/api/account/two-factor/start', {}))
  const code = await totpCode(secret)
  const response = await client.send('POST', '/api/account/two-factor/enable', { code })
  expect(response.status).toBe(200)
  const { recoveryCodes } = await bodyOf(response)
  return { secret, recoveryCodes, usedCode: code }
}

/** The first step, which gives a challenge. */
async function begin(client: TestClient, person: Person = 'ama') {
  const login = { email: PEOPLE[person].email, password: PASSWORD }
  const { session, challenge } = await bodyOf(await client.send('POST', '/api/auth/login', login))
  expect(session).toBeNull()
  if (!challenge) throw new Error('There is no second step')
  return (code: string) => client.send('POST', '/api/auth/two-factor', { challenge, code })
}

const sessionsOf = (person: Person) =>
  test.db.selectFrom('sessions').select('id').where('account_id', '=', PEOPLE[person].id).execute()

const overview = async (client: TestClient): Promise<unknown> =>
  (await client.send('GET', '/api/account/security')).json()

describe('turning two-factor on', () => {
  it('accepts a code of the new secret, shows ten recovery codes and sends a mail', async () => {
    const ama = await signIn(test, 'ama')
    const setup = await bodyOf(await ama.send('POST', '/api/account/two-factor/start', {}))
    expect(setup.uri).toBe(`otpauth://totp/Sankofa:ama%40example.com?secret=${setup.secret}&issuer=Sankofa`)
    expect(setup.qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
    expect(await overview(ama)).toMatchObject({ twoFactor: { enabled: false, recoveryCodesLeft: 0 } })

    const code = await totpCode(setup.secret)
    const enabled = await bodyOf(await ama.send('POST', '/api/account/two-factor/enable', { code }))
    expect(new Set(enabled.recoveryCodes).size).toBe(10)
    expect(await overview(ama)).toMatchObject({ twoFactor: { enabled: true, recoveryCodesLeft: 10 } })
    await test.jobs.settled()
    const [mail] = await readDevMailbox(test.db, PEOPLE.ama.email)
    expect(mail?.subject).toBe('Two-factor login is on')
  })

  it('ends the account’s other sessions only', async () => {
    const [ama, elsewhere, kofi] = [
      await signIn(test, 'ama'),
      await signIn(test, 'ama'),
      await signIn(test, 'kofi'),
    ]
    await enable(ama)
    expect(await sessionsOf('ama')).toHaveLength(1)
    const devices = async (client: TestClient) => (await client.send('GET', '/api/account/sessions')).status
    expect(await devices(ama)).toBe(200)
    expect(await devices(elsewhere)).toBe(401)
    expect(await devices(kofi)).toBe(200)
  })

  it('continues with the pending secret for an hour', async () => {
    const ama = await signIn(test, 'ama')
    const startAgain = async () =>
      (await bodyOf(await ama.send('POST', '/api/account/two-factor/start', {}))).secret
    const first = await startAgain()
    expect(await overview(ama)).toMatchObject({ twoFactor: { enabled: false, isStarted: true } })
    expect(await startAgain()).toBe(first)
    await test.db
      .updateTable('accounts')
      .set({ totp_started_at: new Date(Date.now() - 61 * 60_000).toISOString() })
      .execute()
    expect(await overview(ama)).toMatchObject({ twoFactor: { isStarted: false } })
    expect(await startAgain()).not.toBe(first)
  })

  it('discards a cancelled secret and refuses its code', async () => {
    const ama = await signIn(test, 'ama')
    const first = await bodyOf(await ama.send('POST', '/api/account/two-factor/start', {}))
    await ama.send('POST', '/api/account/two-factor/cancel', {})
    expect(await overview(ama)).toMatchObject({ twoFactor: { isStarted: false } })
    await ama.send('POST', '/api/account/two-factor/start', {})
    const code = await totpCode(first.secret)
    const refused = await ama.send('POST', '/api/account/two-factor/enable', { code })
    expect(refused.status).toBe(422)
    expect((await bodyOf(refused)).error.fields).toEqual([
      { field: 'code', message: 'Invalid verification code' },
    ])
    expect(await overview(ama)).toMatchObject({ twoFactor: { enabled: false } })
  })

  it.each(['', '12345', '1234567', '12345a', 'abcdef'])(
    'names the problem with the code %j',
    async (code) => {
      const ama = await signIn(test, 'ama')
      const refused = await ama.send('POST', '/api/account/two-factor/enable', { code })
      expect((await bodyOf(refused)).error.fields?.[0]?.message).toBe(
        'Please enter a 6-digit verification code',
      )
    },
  )

  it('requires a secret first and succeeds once', async () => {
    const ama = await signIn(test, 'ama')
    const early = await ama.send('POST', '/api/account/two-factor/enable', { code: '123456' })
    expect((await bodyOf(early)).error.code).toBe('two-factor-off')
    const { secret } = await bodyOf(await ama.send('POST', '/api/account/two-factor/start', {}))
    const code = await totpCode(secret)
    const send = () => ama.send('POST', '/api/account/two-factor/enable', { code })
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(2)
    expect(await overview(ama)).toMatchObject({ twoFactor: { recoveryCodesLeft: 10 } })
    const again = await ama.send('POST', '/api/account/two-factor/start', {})
    expect((await bodyOf(again)).error.code).toBe('two-factor-on')
  })
})

describe('a log-in with two-factor', () => {
  it('requires a code and accepts each code once', async () => {
    const { secret, usedCode } = await enable(await signIn(test, 'ama'))
    const pass = await begin(createAnonymousClient(test.app))
    expect((await pass(usedCode)).status).toBe(422)
    const next = await totpCode(secret, 1)
    const opened = await pass(`${next.slice(0, 3)} ${next.slice(3)}`)
    expect((await bodyOf(opened)).session?.user.email).toBe(PEOPLE.ama.email)
    expect(opened.headers.getSetCookie().join()).toContain('sankofa-refresh=')

    const passAgain = await begin(createAnonymousClient(test.app))
    expect((await passAgain(next)).status).toBe(422)
  })

  it('opens one session for a code that is sent four times at once', async () => {
    const { secret } = await enable(await signIn(test, 'ama'))
    const before = (await sessionsOf('ama')).length
    const pass = await begin(createAnonymousClient(test.app))
    const code = await totpCode(secret, 1)
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => pass(code)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await sessionsOf('ama')).toHaveLength(before + 1)
  })

  it('opens one session for a recovery code that is sent four times at once', async () => {
    const ama = await signIn(test, 'ama')
    const { recoveryCodes } = await enable(ama)
    const pass = await begin(createAnonymousClient(test.app))
    const code = (recoveryCodes[0] ?? '').toUpperCase()
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => pass(code)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await overview(ama)).toMatchObject({ twoFactor: { recoveryCodesLeft: 9 } })

    const passAgain = await begin(createAnonymousClient(test.app))
    expect((await passAgain(code)).status).toBe(422)
    expect((await passAgain(recoveryCodes[1] ?? '')).status).toBe(200)
  })

  it('uses up no code if the challenge has expired', async () => {
    const ama = await signIn(test, 'ama')
    const { recoveryCodes } = await enable(ama)
    const challenge = 'A'.repeat(43)
    const code = recoveryCodes[0] ?? ''
    const refused = await createAnonymousClient(test.app).send('POST', '/api/auth/two-factor', {
      challenge,
      code,
    })
    expect((await bodyOf(refused)).error.message).toBe('That took too long. Please log in again.')
    const pass = await begin(createAnonymousClient(test.app))
    await test.db
      .updateTable('one_time_tokens')
      .set({ expires_at: sql`now()` })
      .where('purpose', '=', 'two-factor')
      .execute()
    expect((await pass(code)).status).toBe(410)
    expect(await overview(ama)).toMatchObject({ twoFactor: { recoveryCodesLeft: 10 } })
  })

  it('refuses another person’s codes', async () => {
    await enable(await signIn(test, 'ama'))
    const kofis = await enable(await signIn(test, 'kofi'))
    const pass = await begin(createAnonymousClient(test.app))
    expect((await pass(kofis.recoveryCodes[0] ?? '')).status).toBe(422)
    expect((await pass(await totpCode(kofis.secret, 1))).status).toBe(422)
  })

  it('stops after five attempts in 15 minutes, across parallel requests and challenges', async () => {
    const { secret, usedCode } = await enable(await signIn(test, 'ama'))
    const pass = await begin(createAnonymousClient(test.app))
    const attempts = await Promise.all(Array.from({ length: 12 }, () => pass(usedCode)))
    expect(attempts.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(7)
    const passElsewhere = await begin(createAnonymousClient(test.app, '203.0.113.9'))
    const refused = await passElsewhere(await totpCode(secret, 1))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  })

  it('accepts a recovery code after five wrong app codes', async () => {
    const { secret, usedCode, recoveryCodes } = await enable(await signIn(test, 'ama'))
    const pass = await begin(createAnonymousClient(test.app))
    for (let count = 0; count < 6; count += 1) await pass(usedCode)
    expect((await pass(await totpCode(secret, 1))).status).toBe(429)
    expect((await pass(recoveryCodes[0] ?? '')).status).toBe(200)
    const passAgain = await begin(createAnonymousClient(test.app))
    expect((await passAgain(await totpCode(secret, 1))).status).toBe(200)
  })

  it('stops after five wrong recovery codes', async () => {
    const { secret, recoveryCodes } = await enable(await signIn(test, 'ama'))
    const pass = await begin(createAnonymousClient(test.app))
    const attempts = await Promise.all(Array.from({ length: 12 }, () => pass('aaaaa-aaaaa')))
    expect(attempts.filter(({ status }) => status === 422)).toHaveLength(5)
    expect((await pass(recoveryCodes[0] ?? '')).status).toBe(429)
    expect((await pass(await totpCode(secret, 1))).status).toBe(200)
  })

  it('stops after fifty attempts in a day', async () => {
    const { recoveryCodes } = await enable(await signIn(test, 'ama'))
    const pass = await begin(createAnonymousClient(test.app))
    for (let round = 0; round < 10; round += 1) {
      for (let count = 0; count < 5; count += 1) expect((await pass('aaaaa-aaaaa')).status).toBe(422)
      // Ends the 15-minute counts.
      await sql`update rate_limits set resets_at = now() where resets_at < now() + interval '20 minutes'`.execute(
        test.db,
      )
    }
    const refused = await pass(recoveryCodes[0] ?? '')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
  })

  it('lets the owner in on a known device while a stranger guesses', async () => {
    const ama = await signIn(test, 'ama')
    const { secret, usedCode } = await enable(ama)
    const stranger = await begin(createAnonymousClient(test.app, '203.0.113.66'))
    for (let count = 0; count < 6; count += 1) await stranger(usedCode)
    const owner = await begin(ama)
    expect((await owner(await totpCode(secret, 1))).status).toBe(200)
  })

  it('clears the wrong attempts after a right one', async () => {
    const { secret, usedCode, recoveryCodes } = await enable(await signIn(test, 'ama'))
    const pass = await begin(createAnonymousClient(test.app))
    for (let count = 0; count < 4; count += 1) await pass(usedCode)
    expect((await pass(await totpCode(secret, 1))).status).toBe(200)
    const again = await begin(createAnonymousClient(test.app))
    for (let count = 0; count < 4; count += 1) expect((await again(usedCode)).status).toBe(422)
    expect((await again(recoveryCodes[0] ?? '')).status).toBe(200)
  })

  it('requires the second step after a reset link before a new password', async () => {
    const { secret } = await enable(await signIn(test, 'kofi'))
    const kofi = createAnonymousClient(test.app)
    await kofi.send('POST', '/api/auth/reset-password', { email: PEOPLE.kofi.email })
    const token = await linkSecret(test, PEOPLE.kofi.email)
    const recovered = await bodyOf(await kofi.send('POST', '/api/auth/recover', { token }))
    expect(recovered.session).toBeNull()
    expect(kofi.cookies.has('sankofa-refresh')).toBe(false)
    const passed = await kofi.send('POST', '/api/auth/two-factor', {
      challenge: recovered.challenge,
      code: await totpCode(secret, 1),
    })
    kofi.token = (await bodyOf(passed)).session?.access_token
    const changed = await kofi.send('PUT', '/api/account/password', { password: 'Brass-kettle-rests-1' })
    expect(changed.status).toBe(200)
  })

  it('refuses a challenge from before a password change', async () => {
    const ama = await signIn(test, 'ama')
    const { secret } = await enable(ama)
    const thief = await begin(createAnonymousClient(test.app))
    const change = { password: 'Brass-kettle-rests-1', current: PASSWORD }
    expect((await ama.send('PUT', '/api/account/password', change)).status).toBe(200)
    expect((await thief(await totpCode(secret, 1))).status).toBe(410)
  })

  it('is refused from another site', async () => {
    const body = { challenge: 'A'.repeat(43), code: '123456' }
    const response = await createAnonymousClient(test.app).send('POST', '/api/auth/two-factor', body, {
      Origin: 'https://evil.example',
    })
    expect((await bodyOf(response)).error.code).toBe('cross-site-request')
  })
})

describe('turning two-factor off', () => {
  it.each(['app', 'recovery'] as const)('accepts a code of the kind %s and sends a mail', async (kind) => {
    const ama = await signIn(test, 'ama')
    const { secret, recoveryCodes, usedCode } = await enable(ama)
    const off = (code: string) => ama.send('POST', '/api/account/two-factor/disable', { code })
    expect((await off(usedCode)).status).toBe(422)
    expect((await off('000000')).status).toBe(422)
    const code = kind === 'app' ? await totpCode(secret, 1) : (recoveryCodes[3] ?? '')
    expect((await off(code)).status).toBe(200)
    expect(await overview(ama)).toMatchObject({ twoFactor: { enabled: false, recoveryCodesLeft: 0 } })
    expect((await bodyOf(await off(code))).error.code).toBe('two-factor-off')
    await signIn(test, 'ama')
    await test.jobs.settled()
    const mails = await readDevMailbox(test.db, PEOPLE.ama.email)
    expect(mails.some(({ subject }) => subject === 'Two-factor login is off')).toBe(true)
  })

  it('stops after five attempts without locking the log-in', async () => {
    const ama = await signIn(test, 'ama')
    const { secret, usedCode } = await enable(ama)
    const off = (code: string) => ama.send('POST', '/api/account/two-factor/disable', { code })
    const attempts = await Promise.all(Array.from({ length: 12 }, () => off(usedCode)))
    expect(attempts.filter(({ status }) => status === 422)).toHaveLength(5)
    const code = await totpCode(secret, 1)
    expect((await off(code)).status).toBe(429)
    const pass = await begin(createAnonymousClient(test.app))
    expect((await pass(code)).status).toBe(200)
  })

  it('requires a session that has not ended', async () => {
    const ama = await signIn(test, 'ama')
    const { recoveryCodes } = await enable(ama)
    await test.db.deleteFrom('sessions').where('account_id', '=', PEOPLE.ama.id).execute()
    const code = recoveryCodes[0]
    const refused = await ama.send('POST', '/api/account/two-factor/disable', { code })
    expect((await bodyOf(refused)).error.code).toBe('session-ended')
    expect((await ama.send('POST', '/api/account/two-factor/start', {})).status).toBe(401)
  })
})

it('the database has neither the secret nor the recovery codes in plain form', async () => {
  const { secret, recoveryCodes } = await enable(await signIn(test, 'ama'))
  const { rows } = await sql<{ dump: string }>`
    select string_agg(query_to_xml(format('select * from %I.%I', schemaname, relname), true, false, '')::text, '')
      as dump from pg_stat_user_tables`.execute(test.db)
  const dump = rows[0]?.dump ?? ''
  expect(dump).toContain(PEOPLE.ama.email)
  for (const shown of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(dump.includes(shown)).toBe(false)
    expect(dump.includes(Buffer.from(shown).toString('base64'))).toBe(false)
    expect(dump.toLowerCase().includes(Buffer.from(shown).toString('hex'))).toBe(false)
  }
})

describe('a staff session', () => {
  const queue = async (client: TestClient) => {
    const response = await client.send('GET', '/api/moderation/cases')
    return response.ok ? 'open' : (await bodyOf(response)).error.code
  }
  const enter = (client: TestClient, secondFactor: string | undefined) =>
    client.send('POST', '/api/account/reauthenticate', { secondFactor })
  beforeEach(() =>
    test.db.insertInto('staff').values({ account_id: PEOPLE.ama.id, role: 'moderator' }).execute(),
  )

  it('needs a code even if it turned the factor on', async () => {
    const ama = await signIn(test, 'ama')
    const { usedCode, recoveryCodes } = await enable(ama)
    expect(await queue(ama)).toBe('second-step-required')
    // Turning the factor on used up this code.
    for (const code of [usedCode, '000000', 'abcdefghjk']) expect((await enter(ama, code)).status).toBe(422)
    expect(await queue(ama)).toBe('second-step-required')
    expect((await enter(ama, recoveryCodes[0])).status).toBe(200)
    expect(await queue(ama)).toBe('open')
    expect((await enter(ama, recoveryCodes[0])).status).toBe(422)
  })

  it('opens at once if it began with a second step', async () => {
    const { recoveryCodes } = await enable(await signIn(test, 'ama'))
    const opened = await (await begin(createAnonymousClient(test.app)))(recoveryCodes[0] ?? '')
    const ama = createAnonymousClient(test.app)
    ama.token = (await bodyOf(opened)).session?.access_token
    expect(await queue(ama)).toBe('open')
    await test.db.updateTable('sessions').set({ second_step_at: null }).execute()
    expect(await queue(ama)).toBe('second-step-required')
  })

  it('needs another code after the factor was replaced', async () => {
    const ama = await signIn(test, 'ama')
    const { recoveryCodes } = await enable(ama)
    await enter(ama, recoveryCodes[0])
    await ama.send('POST', '/api/account/two-factor/disable', { code: recoveryCodes[1] })
    expect(await queue(ama)).toBe('not-found')
    await enable(ama)
    expect(await queue(ama)).toBe('second-step-required')
  })

  it('stops after five wrong codes without affecting other sessions', async () => {
    const ama = await signIn(test, 'ama')
    const { recoveryCodes } = await enable(ama)
    const opened = await (await begin(createAnonymousClient(test.app)))(recoveryCodes[0] ?? '')
    const other = createAnonymousClient(test.app)
    other.token = (await bodyOf(opened)).session?.access_token
    for (let count = 0; count < 5; count += 1) expect((await enter(ama, '000000')).status).toBe(422)
    expect((await enter(ama, '000000')).status).toBe(429)
    expect((await enter(other, '000000')).status).toBe(422)
    expect((await enter(other, recoveryCodes[1])).status).toBe(200)
  })

  it('cannot change the e-mail address by a code alone', async () => {
    const ama = await signIn(test, 'ama')
    const { recoveryCodes } = await enable(ama)
    await test.db
      .updateTable('sessions')
      .set({ created_at: new Date(0).toISOString() })
      .execute()
    await enter(ama, recoveryCodes[0])
    const change = await ama.send('POST', '/api/account/email', { email: 'thief@example.com' })
    expect((await bodyOf(change)).error.code).toBe('reauthentication-required')
  })
})
