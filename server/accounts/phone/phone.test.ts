import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMarket, insertAccounts, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { problemOf } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { cleanUpAccounts } from '#server/accounts/clean-up.ts'

const NUMBER = '+233241234567'
const OTHER_NUMBER = '+233201234567'

const test = setUp(createMarket)
let ama: TestClient
let kofi: TestClient
beforeEach(async () => {
  // Pending messages of an earlier test would count here.
  await test.jobs.settled()
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('phone_codes').execute()
  await test.db.deleteFrom('outbox_messages').execute()
  await test.db.updateTable('profiles').set({ phone: null }).execute()
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
})

const requestCode = (client: TestClient, phone: string) =>
  client.send('POST', '/api/account/phone/code', { phone })
const prove = (client: TestClient, phone: string, code: string) =>
  client.send('POST', '/api/account/phone/verify', { phone, code })

/** The code of the newest SMS to a number. */
async function codeFor(number: string): Promise<string> {
  await test.jobs.settled()
  const [sms] = await readDevMailbox(test.db, number)
  return /\b\d{4}\b/.exec(sms?.text ?? '')?.[0] ?? ''
}

const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

const phoneOf = async (person: keyof typeof PEOPLE) =>
  test.db
    .selectFrom('profiles')
    .select(['phone', 'phone_verified'])
    .where('id', '=', PEOPLE[person].id)
    .executeTakeFirstOrThrow()

describe('a phone number', () => {
  it('is verified with the code that was sent to it', async () => {
    const response = await requestCode(ama, '024 123 4567')
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ phone: NUMBER })
    const code = await codeFor(NUMBER)
    expect((await prove(ama, '0241234567', code)).status).toBe(200)
    expect(await phoneOf('ama')).toEqual({ phone: NUMBER, phone_verified: true })
    const overview = await ama.send('GET', '/api/account/security')
    expect(await overview.json()).toMatchObject({ phone: { number: NUMBER, verified: true } })
    expect((await problemOf(await prove(ama, NUMBER, code))).code).toBe('phone-code-expired')
  })

  it('receives a text from which phones can fill in the code', async () => {
    await requestCode(ama, NUMBER)
    const code = await codeFor(NUMBER)
    const [sms] = await readDevMailbox(test.db, NUMBER)
    expect(sms?.text).toBe(
      `${code} is your Sankofa verification code. It works for 10 minutes. Do not share it.\n\n@localhost #${code}`,
    )
  })

  it('can be replaced by another verified number', async () => {
    await requestCode(ama, NUMBER)
    await prove(ama, NUMBER, await codeFor(NUMBER))
    await requestCode(ama, OTHER_NUMBER)
    expect(await phoneOf('ama')).toEqual({ phone: NUMBER, phone_verified: true })
    await prove(ama, OTHER_NUMBER, await codeFor(OTHER_NUMBER))
    expect(await phoneOf('ama')).toEqual({ phone: OTHER_NUMBER, phone_verified: true })
  })

  it('belongs to the last person who verified it', async () => {
    await requestCode(ama, NUMBER)
    await prove(ama, NUMBER, await codeFor(NUMBER))
    await requestCode(kofi, NUMBER)
    expect((await prove(kofi, NUMBER, await codeFor(NUMBER))).status).toBe(200)
    expect(await phoneOf('kofi')).toEqual({ phone: NUMBER, phone_verified: true })
    expect(await phoneOf('ama')).toEqual({ phone: NUMBER, phone_verified: false })
  })

  it('belongs to one of two people who verify it at once', async () => {
    await requestCode(ama, NUMBER)
    const amas = await codeFor(NUMBER)
    await requestCode(kofi, NUMBER)
    const kofis = await codeFor(NUMBER)
    const responses = await Promise.all([prove(ama, NUMBER, amas), prove(kofi, NUMBER, kofis)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const verified = [await phoneOf('ama'), await phoneOf('kofi')].filter((row) => row.phone_verified)
    expect(verified).toHaveLength(1)
  })

  it.each([
    ['another number', { phone: OTHER_NUMBER }],
    ['no number', { phone: null }],
    ['another number marked as verified', { phone: OTHER_NUMBER, phone_verified: true }],
  ])('loses its verification when the profile gets %s', async (_, change) => {
    await requestCode(ama, NUMBER)
    await prove(ama, NUMBER, await codeFor(NUMBER))
    await test.db.updateTable('profiles').set(change).where('id', '=', PEOPLE.ama.id).execute()
    expect(await phoneOf('ama')).toMatchObject({ phone_verified: false })
  })

  it('stays verified when the rest of the profile changes', async () => {
    await requestCode(ama, NUMBER)
    await prove(ama, NUMBER, await codeFor(NUMBER))
    await test.db
      .updateTable('profiles')
      .set({ phone: NUMBER, bio: 'New here' })
      .where('id', '=', PEOPLE.ama.id)
      .execute()
    expect(await phoneOf('ama')).toMatchObject({ phone_verified: true })
  })

  it.each([
    ['', 'Please enter a phone number'],
    ['12345', 'Invalid phone number format'],
  ])('%j is refused: %s', async (phone, message) => {
    expect((await problemOf(await requestCode(ama, phone))).fields?.[0]?.message).toBe(message)
  })
})

describe('a verification code', () => {
  it('works only for its person and number', async () => {
    await requestCode(ama, NUMBER)
    const code = await codeFor(NUMBER)
    expect((await prove(kofi, NUMBER, code)).status).toBe(410)
    expect((await prove(ama, OTHER_NUMBER, code)).status).toBe(410)
    expect((await prove(ama, NUMBER, code)).status).toBe(200)
  })

  it('expires after exactly five wrong attempts, also in parallel', async () => {
    await requestCode(ama, NUMBER)
    const code = await codeFor(NUMBER)
    const responses = await Promise.all(Array.from({ length: 12 }, () => prove(ama, NUMBER, wrong(code))))
    const refused = responses.filter(({ status }) => status === 422)
    expect(refused).toHaveLength(5)
    expect((await problemOf(refused[0] as Response)).fields?.[0]?.message).toBe('Invalid verification code')
    expect((await problemOf(await prove(ama, NUMBER, code))).code).toBe('phone-code-expired')
    expect(await phoneOf('ama')).toMatchObject({ phone_verified: false })
  })

  it('works at the fifth attempt after four wrong ones', async () => {
    await requestCode(ama, NUMBER)
    const code = await codeFor(NUMBER)
    for (let count = 0; count < 4; count += 1) await prove(ama, NUMBER, wrong(code))
    expect((await prove(ama, NUMBER, code)).status).toBe(200)
  })

  it('allows one guess after six wrong ones by several people and accepts the right code', async () => {
    const people = [ama, kofi, await signIn(test, 'esi')]
    const guesses: number[] = []
    for (const [index, thief] of people.entries()) {
      thief.address = `203.0.113.${index}`
      await requestCode(thief, NUMBER)
      const code = await codeFor(NUMBER)
      for (let count = 0; count < 5; count += 1)
        guesses.push((await prove(thief, NUMBER, wrong(code))).status)
    }
    // Ama has five guesses, Kofi the sixth and Esi one.
    expect(guesses.filter((status) => status === 422)).toHaveLength(7)
    expect(guesses.filter((status) => status === 410)).toHaveLength(8)
    await requestCode(ama, NUMBER)
    expect((await prove(ama, NUMBER, await codeFor(NUMBER))).status).toBe(200)
  })

  it('allows the owner all guesses after strangers guessed wrong', async () => {
    await requestCode(ama, NUMBER)
    expect((await prove(ama, NUMBER, await codeFor(NUMBER))).status).toBe(200)
    await test.db
      .updateTable('rate_limits')
      .set({ count: 6 })
      .where('key', 'like', 'wrong-sms-code:%')
      .execute()
    await requestCode(kofi, NUMBER)
    const others = wrong(await codeFor(NUMBER))
    for (let count = 0; count < 5; count += 1) await prove(kofi, NUMBER, others)
    await requestCode(ama, NUMBER)
    const code = await codeFor(NUMBER)
    for (let count = 0; count < 4; count += 1)
      expect((await prove(ama, NUMBER, wrong(code))).status).toBe(422)
    expect((await prove(ama, NUMBER, code)).status).toBe(200)
  })

  it('expires after ten minutes or when another is sent', async () => {
    await requestCode(ama, NUMBER)
    const first = await codeFor(NUMBER)
    const row = await test.db.selectFrom('phone_codes').selectAll().executeTakeFirstOrThrow()
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(600_000)
    await test.db.updateTable('phone_codes').set({ expires_at: row.created_at }).execute()
    expect((await prove(ama, NUMBER, first)).status).toBe(410)
    await requestCode(ama, NUMBER)
    const second = await codeFor(NUMBER)
    // Once in ten thousand runs the two codes are equal.
    const old = second === first ? wrong(second) : first
    expect((await prove(ama, NUMBER, old)).status).toBe(422)
    expect((await prove(ama, NUMBER, second)).status).toBe(200)
  })

  it('is deleted with its number after it expires', async () => {
    await requestCode(ama, NUMBER)
    await requestCode(kofi, OTHER_NUMBER)
    const row = test.db.updateTable('phone_codes').set({ expires_at: sql`now()` })
    await row.where('phone', '=', NUMBER).execute()
    await cleanUpAccounts({ db: test.db, limiter: rateLimiter(test.db) })
    const left = await test.db.selectFrom('phone_codes').select('phone').execute()
    expect(left).toEqual([{ phone: OTHER_NUMBER }])
  })

  it('is not stored in jobs or tables, not even hashed', async () => {
    await requestCode(ama, NUMBER)
    const row = await test.db.selectFrom('phone_codes').selectAll().executeTakeFirstOrThrow()
    expect(Object.keys(row).toSorted()).toEqual([
      'account_id',
      'created_at',
      'expires_at',
      'id',
      'phone',
      'tries',
    ])
    expect(await codeFor(NUMBER)).toMatch(/^\d{4}$/)
    const { rows: jobs } = await sql<{ data: object; output: object | null }>`
      select data, output from pgboss.job where name = 'phone-code' order by created_on desc limit 1`.execute(
      test.db,
    )
    expect(jobs).toEqual([{ data: { codeId: row.id }, output: null }])
  })
})

describe('sending a code', () => {
  it('stops after five an hour per person, also in parallel', async () => {
    const numbers = Array.from({ length: 8 }, (_, digit) => `+23324123450${digit}`)
    const statuses = (await Promise.all(numbers.map((number) => requestCode(ama, number)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 202)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  it('stops after four a day per number and network, across accounts', async () => {
    kofi.address = ama.address
    for (let count = 0; count < 2; count += 1) expect((await requestCode(ama, NUMBER)).status).toBe(202)
    for (let count = 0; count < 2; count += 1) expect((await requestCode(kofi, NUMBER)).status).toBe(202)
    expect((await requestCode(kofi, NUMBER)).status).toBe(429)
    expect((await requestCode(kofi, OTHER_NUMBER)).status).toBe(202)
    kofi.address = '203.0.113.4'
    expect((await requestCode(kofi, NUMBER)).status).toBe(202)
  })

  it('stops after ten a day per person', async () => {
    const anHourLater = () =>
      test.db.deleteFrom('rate_limits').where('key', 'not like', 'phone-code-day:%').execute()
    for (let count = 0; count < 10; count += 1) {
      if (count % 4 === 0) await anHourLater()
      expect((await requestCode(ama, NUMBER)).status).toBe(202)
    }
    await anHourLater()
    expect((await requestCode(ama, OTHER_NUMBER)).status).toBe(429)
  })

  it('continues for a person’s own number after strangers used up its limits', async () => {
    await requestCode(ama, NUMBER)
    await prove(ama, NUMBER, await codeFor(NUMBER))
    await test.db
      .insertInto('rate_limits')
      .values({ key: 'sms-of-site-open', count: 150, resets_at: sql`now() + interval '1 hour'` })
      .onConflict((row) => row.column('key').doUpdateSet({ count: 150 }))
      .execute()
    await test.db
      .updateTable('rate_limits')
      .set({ count: 20 })
      .where('key', 'like', 'phone-code-to%')
      .execute()
    expect((await requestCode(kofi, OTHER_NUMBER)).status).toBe(503)
    expect((await requestCode(ama, NUMBER)).status).toBe(202)
  })

  it('stops after a tenth of the site’s SMS per address', async () => {
    const numberOf = (n: number) => `+23324${String(n).padStart(3, '0')}4567`
    await requestCode(ama, numberOf(0))
    await test.db
      .updateTable('rate_limits')
      .set({ count: 30 })
      .where('key', '=', `phone-code-from:${ama.address}`)
      .execute()
    kofi.address = ama.address
    expect((await requestCode(kofi, numberOf(1))).status).toBe(429)
    kofi.address = '203.0.113.4'
    expect((await requestCode(kofi, numberOf(1))).status).toBe(202)
  })
})

describe('SMS spending limits', () => {
  it.each(['+881612345678', '+2348012345678', '+979123456789', '0900123456'])(
    'refuse %s and name the accepted prefix',
    async (phone) => {
      expect((await problemOf(await requestCode(ama, phone))).fields).toEqual([
        { field: 'phone', message: 'We send codes only to mobile numbers that begin with +233' },
      ])
      await test.jobs.settled()
      const sent = test.db.selectFrom('outbox_messages').select('id').where('channel', '=', 'sms')
      expect(await sent.execute()).toEqual([])
    },
  )

  it('allow twenty codes an hour per number range, and more from a new network', async () => {
    const full = (key: string) =>
      test.db.updateTable('rate_limits').set({ count: 20 }).where('key', '=', key).execute()
    expect((await requestCode(ama, '+233241230001')).status).toBe(202)
    await full('phone-code-range:+23324123')
    kofi.address = ama.address
    expect((await requestCode(kofi, '+233241230002')).status).toBe(503)
    expect((await requestCode(kofi, '+233241240002')).status).toBe(202)
    // A new network passes.
    kofi.address = '203.0.113.4'
    expect((await requestCode(kofi, '+233241230002')).status).toBe(202)
  })

  it('cap the whole site and log it once', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    const small = await createTestApp({ database: test.database, settings: { SMS_PER_HOUR: '1' }, log })
    const clients = [await signIn(small, 'ama'), await signIn(small, 'kofi'), await signIn(small, 'esi')]
    const replies = []
    for (const [index, client] of clients.entries())
      replies.push(await requestCode(client, `+23324123450${index}`))
    await small.close()
    expect(replies.map(({ status }) => status)).toEqual([202, 503, 503])
    expect(replies[1]?.headers.get('retry-after')).toBe('3600')
    expect((await problemOf(replies[1] as Response)).message).toBe(
      'We cannot send text messages now. Please try again later.',
    )
    expect(lines.filter((line) => line.includes('SMS_PER_HOUR'))).toHaveLength(1)
  })
})

it('a code request gets a plain error if the deployment has no SMS provider', async () => {
  const without = await createTestApp({
    settings: {
      PUBLIC_URL: 'https://sankofa.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@sankofa.example',
    },
  })
  await insertAccounts(without.db)
  const client = createAnonymousClient(without.app)
  const headers = { Origin: 'https://sankofa.example' }
  const login = { email: PEOPLE.ama.email, password: PASSWORD }
  const signedIn = await client.send('POST', '/api/auth/login', login, headers)
  client.token = ((await signedIn.json()) as { session: { access_token: string } }).session.access_token
  const refused = await client.send('POST', '/api/account/phone/code', { phone: NUMBER }, headers)
  expect(refused.status).toBe(503)
  expect((await problemOf(refused)).code).toBe('sms-unavailable')
  await without.close()
})
