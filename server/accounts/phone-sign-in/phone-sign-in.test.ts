import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { createMarket, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import {
  beginWithPhone,
  browserProof,
  type PhoneReply,
  requestPhoneCode,
  sendPhoneCodeBack,
  smsCode,
  wrongCode,
} from '#testing/accounts/phone.ts'
import { deleteStaleRegistrations } from '#server/accounts/clean-up-queries.ts'
import { problemOf } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'

const NUMBER = '+233241234567'
const NEWCOMER = { newcomer: { name: 'Adwoa Phone', terms: true } }
const DAY = 86_400_000

const test = setUp(createMarket)
beforeEach(async () => {
  vi.restoreAllMocks()
  await test.jobs.settled()
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('phone_sign_in_codes').execute()
  await test.db.deleteFrom('outbox_messages').execute()
  await test.db
    .deleteFrom('profiles')
    .where(
      'id',
      'not in',
      Object.values(PEOPLE).map(({ id }) => id),
    )
    .execute()
  await test.db
    .updateTable('accounts')
    .set({ phone: null, phone_proved_at: null, phone_waits_since: null })
    .execute()
})

const newBrowser = (address?: string) => createAnonymousClient(test.app, address)

/** Requests a code, sends it back, and returns the reply. */
async function enter(client: TestClient, more: object = {}, phone = NUMBER): Promise<PhoneReply> {
  await requestPhoneCode(client, phone)
  const response = await sendPhoneCodeBack(client, phone, await smsCode(test, phone), more)
  return (await response.json()) as PhoneReply
}

const holderOf = (phone: string) =>
  test.db.selectFrom('accounts').selectAll().where('phone', '=', phone).executeTakeFirst()

/** Kofi logs in with the number as well as by e-mail. */
const giveKofi = () =>
  test.db
    .updateTable('accounts')
    .set({ phone: NUMBER, phone_proved_at: new Date().toISOString() })
    .where('id', '=', PEOPLE.kofi.id)
    .execute()

const laterBy = (days: number) => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + days * DAY)

/** Dates the last use of the number's account back by this many days. */
async function leaveUnused(days: number): Promise<void> {
  const then = new Date(Date.now() - days * DAY).toISOString()
  const { id } = (await holderOf(NUMBER)) ?? { id: '' }
  await test.db.deleteFrom('sessions').where('account_id', '=', id).execute()
  await test.db.updateTable('access_traces').set({ seen_at: then }).where('account_id', '=', id).execute()
  await test.db
    .updateTable('accounts')
    .set({ phone_proved_at: then, created_at: then })
    .where('id', '=', id)
    .execute()
}

describe('a new person', () => {
  it('starts with only a number and a name', async () => {
    const client = newBrowser()
    const requested = await requestPhoneCode(client, '024 123 4567')
    expect([requested.status, await requested.json()]).toEqual([202, { phone: NUMBER, onlyKnown: false }])
    const code = await smsCode(test, NUMBER)
    const unnamed = await sendPhoneCodeBack(client, NUMBER, code)
    expect(await unnamed.json()).toEqual({
      session: null,
      challenge: null,
      needs: { is: 'name', password: false, email: false, opensAt: null },
      isNew: false,
    })
    const response = await sendPhoneCodeBack(client, NUMBER, code, NEWCOMER)
    const { session } = (await response.json()) as PhoneReply
    expect(session?.user).toMatchObject({ name: 'Adwoa Phone', email: null })
    client.token = session?.access_token
    const profile = await client.send('GET', '/api/account/security')
    expect(await profile.json()).toMatchObject({ phone: { number: NUMBER, verified: true } })
    const account = await client.send('GET', '/api/account')
    expect(await account.json()).toEqual({ email: null, phone: NUMBER, hasPassword: false })
    expect((await client.send('POST', '/api/auth/refresh', {})).status).toBe(200)
  })

  it('logs in again anywhere with a new code', async () => {
    await beginWithPhone(test, NUMBER)
    const { session, needs } = await enter(newBrowser())
    expect(needs).toBeNull()
    expect(session?.user.id).toBe((await holderOf(NUMBER))?.id)
  })

  it('cannot take a reserved name or register when registration is off', async () => {
    const client = newBrowser()
    await requestPhoneCode(client, NUMBER)
    const code = await smsCode(test, NUMBER)
    const named = { newcomer: { name: 'Sankofa Support', terms: true } }
    const refused = await problemOf(await sendPhoneCodeBack(client, NUMBER, code, named))
    expect(refused.fields?.[0]?.field).toBe('newcomer.name')
    const closed = await createTestApp({ settings: { SIGNUP: 'off' } })
    const other = createAnonymousClient(closed.app)
    await requestPhoneCode(other, NUMBER)
    const reply = await sendPhoneCodeBack(other, NUMBER, await smsCode(closed, NUMBER), NEWCOMER)
    expect((await problemOf(reply)).code).toBe('signup-disabled')
    await closed.close()
  })

  it('is created once when two tabs send the code', async () => {
    const client = newBrowser()
    await requestPhoneCode(client, NUMBER)
    const code = await smsCode(test, NUMBER)
    const replies = await Promise.all([1, 2].map(() => sendPhoneCodeBack(client, NUMBER, code, NEWCOMER)))
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410])
  })

  it('survives the deletion of unconfirmed registrations', async () => {
    await beginWithPhone(test, NUMBER)
    await leaveUnused(31)
    await deleteStaleRegistrations(test.db)
    expect(await holderOf(NUMBER)).toBeDefined()
  })
})

describe('a request for a code', () => {
  it('gets the same reply for known and unknown numbers', async () => {
    await giveKofi()
    const known = await requestPhoneCode(newBrowser(), NUMBER)
    const unknown = await requestPhoneCode(newBrowser(), '+233201234567')
    expect(known.status).toBe(unknown.status)
    expect(await known.json()).toEqual({ phone: NUMBER, onlyKnown: false })
    expect(await unknown.json()).toEqual({ phone: '+233201234567', onlyKnown: false })
    await test.jobs.settled()
    expect(await readDevMailbox(test.db, '+233201234567')).toHaveLength(1)
  })

  it('is limited to four a day per number and network', async () => {
    const owner = await beginWithPhone(test, NUMBER)
    owner.token = undefined
    const statuses = []
    for (let count = 0; count < 6; count += 1)
      statuses.push((await requestPhoneCode(newBrowser(), NUMBER)).status)
    // The owner used one of the four.
    expect(statuses).toEqual([202, 202, 202, 429, 429, 429])
    expect((await requestPhoneCode(newBrowser('203.0.113.1'), NUMBER)).status).toBe(202)
    expect((await requestPhoneCode(owner, NUMBER)).status).toBe(202)
  })

  it('passes from a new network after strangers used up the number’s daily limit', async () => {
    const strangers: number[] = []
    for (let n = 0; n < 12; n += 1)
      strangers.push((await requestPhoneCode(newBrowser(`203.0.113.${n % 3}`), NUMBER)).status)
    expect(strangers.filter((status) => status === 202)).toHaveLength(10)
    const holder = newBrowser('198.51.100.99')
    expect((await enter(holder, NEWCOMER)).session).not.toBeNull()
  })

  it('counts nothing when it is refused', async () => {
    for (let n = 0; n < 8; n += 1) await requestPhoneCode(newBrowser('203.0.113.1'), NUMBER)
    const counts = await test.db.selectFrom('rate_limits').select(['key', 'count']).execute()
    expect(counts.find(({ key }) => key.startsWith('phone-code-to-sign-in:'))?.count).toBe(4)
    expect(counts.find(({ key }) => key === 'sms-of-site-open')?.count).toBe(4)
    expect(counts.find(({ key }) => key === 'phone-code-from:203.0.113.1')?.count).toBe(4)
  })

  it('is refused if no SMS provider is configured', async () => {
    const without = await createTestApp({
      settings: {
        PUBLIC_URL: 'https://sankofa.example',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'a@sankofa.example',
      },
    })
    const headers = { Origin: 'https://sankofa.example' }
    const client = createAnonymousClient(without.app)
    const refused = await client.send('POST', '/api/auth/phone/code', { phone: NUMBER }, headers)
    expect((await problemOf(refused)).code).toBe('sms-unavailable')
    await without.close()
  })
})

describe('an attack', () => {
  it('gets three guesses per code, also in parallel', async () => {
    await beginWithPhone(test, NUMBER)
    const thief = newBrowser()
    await requestPhoneCode(thief, NUMBER)
    const code = await smsCode(test, NUMBER)
    const replies = await Promise.all(
      Array.from({ length: 9 }, () => sendPhoneCodeBack(thief, NUMBER, wrongCode(code))),
    )
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(3)
    expect((await problemOf(await sendPhoneCodeBack(thief, NUMBER, code))).code).toBe('phone-code-expired')
  })

  it('cannot use the code that a victim requested in another browser', async () => {
    const victim = newBrowser()
    await requestPhoneCode(victim, NUMBER)
    const code = await smsCode(test, NUMBER)
    expect((await sendPhoneCodeBack(newBrowser(), NUMBER, code, NEWCOMER)).status).toBe(410)
    expect((await sendPhoneCodeBack(victim, '+233201234567', code, NEWCOMER)).status).toBe(410)
    expect((await sendPhoneCodeBack(victim, NUMBER, code, NEWCOMER)).status).toBe(200)
    expect((await sendPhoneCodeBack(victim, NUMBER, code, NEWCOMER)).status).toBe(410)
  })

  it('cannot use an expired code', async () => {
    const client = newBrowser()
    await requestPhoneCode(client, NUMBER)
    const code = await smsCode(test, NUMBER)
    await test.db
      .updateTable('phone_sign_in_codes')
      .set({ expires_at: sql`now()` })
      .execute()
    expect((await sendPhoneCodeBack(client, NUMBER, code, NEWCOMER)).status).toBe(410)
  })

  it('gets one guess per code after six wrong ones, while the right code passes', async () => {
    let guesses = 0
    for (let round = 0; round < 6; round += 1) {
      const thief = newBrowser(`203.0.113.${round}`)
      await requestPhoneCode(thief, NUMBER)
      const code = await smsCode(test, NUMBER)
      for (let guess = 0; guess < 3; guess += 1) {
        const { status } = await sendPhoneCodeBack(thief, NUMBER, wrongCode(code))
        if (status === 422) guesses += 1
      }
    }
    // Two rounds of three guesses and four of one.
    expect(guesses).toBe(10)
    const holder = newBrowser('198.51.100.99')
    await requestPhoneCode(holder, NUMBER)
    const code = await smsCode(test, NUMBER)
    const right = await sendPhoneCodeBack(holder, NUMBER, code)
    expect(((await right.json()) as PhoneReply).needs).toMatchObject({ is: 'name' })
    expect((await sendPhoneCodeBack(holder, NUMBER, code, NEWCOMER)).status).toBe(200)
  })

  it.each([
    'wrong-sms-code-from:198.51.100.7',
    'wrong-sms-code-from-day:198.51.100.7',
    'wrong-sms-code-of-site',
  ])('gets one guess per code when the count %s is full, while the right code passes', async (key) => {
    const resets_at = new Date(Date.now() + DAY).toISOString()
    await test.db.insertInto('rate_limits').values({ key, count: 300, resets_at }).execute()
    const thief = newBrowser()
    await requestPhoneCode(thief, NUMBER)
    const code = await smsCode(test, NUMBER)
    expect((await sendPhoneCodeBack(thief, NUMBER, wrongCode(code))).status).toBe(422)
    expect((await problemOf(await sendPhoneCodeBack(thief, NUMBER, code))).code).toBe('phone-code-expired')
    expect((await enter(newBrowser(), NEWCOMER)).session).not.toBeNull()
  })

  it('does not use up the guesses of a known device', async () => {
    const owner = await beginWithPhone(test, NUMBER)
    owner.token = undefined
    for (let round = 0; round < 2; round += 1) {
      const thief = newBrowser(`203.0.113.${round}`)
      await requestPhoneCode(thief, NUMBER)
      const wrong = wrongCode(await smsCode(test, NUMBER))
      for (let guess = 0; guess < 3; guess += 1) await sendPhoneCodeBack(thief, NUMBER, wrong)
    }
    await requestPhoneCode(owner, NUMBER)
    const code = await smsCode(test, NUMBER)
    expect((await sendPhoneCodeBack(owner, NUMBER, wrongCode(code))).status).toBe(422)
    expect((await sendPhoneCodeBack(owner, NUMBER, code)).status).toBe(200)
  })
})

describe('the browser check', () => {
  const request = (client: TestClient, proof?: string) =>
    client.send('POST', '/api/auth/phone/code', { phone: NUMBER, proof })
  const codeOf = async (response: Response) => (await problemOf(response)).code

  it('is required in a browser where the number’s account never signed in', async () => {
    expect(await codeOf(await request(newBrowser()))).toBe('browser-check-needed')
    const known = await beginWithPhone(test, NUMBER)
    expect((await request(known)).status).toBe(202)
    // This device does not know the other number.
    const other = await known.send('POST', '/api/auth/phone/code', { phone: '+233201234567' })
    expect(await codeOf(other)).toBe('browser-check-needed')
  })

  it('counts once and only for its own browser', async () => {
    const client = newBrowser()
    const proof = await browserProof(client)
    expect(await codeOf(await request(newBrowser(), proof))).toBe('browser-check-needed')
    const statuses = await Promise.all([1, 2, 3].map(() => request(client, proof)))
    expect(statuses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      202, 403, 403,
    ])
  })

  it('expires after ten minutes', async () => {
    const client = newBrowser()
    const proof = await browserProof(client)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000)
    expect(await codeOf(await request(client, proof))).toBe('browser-check-needed')
  })

  it.each([
    ['no answers', (proof: string) => proof.split(' ')[0]],
    ['too few answers', (proof: string) => proof.replace(/\.\d+$/, '')],
    ['answers that are not numbers', (proof: string) => proof.replace(/\d+$/, 'x')],
    ['a changed expiry time', (proof: string) => proof.replace(/^\d+/, '9999999999')],
    ['a forged challenge', () => '9999999999.abc.def 1.2.3.4.5.6.7.8'],
  ])('refuses %s', async (_, change) => {
    const client = newBrowser()
    expect(await codeOf(await request(client, change(await browserProof(client))))).toBe(
      'browser-check-needed',
    )
  })
})

describe('SMS limits during an attack', () => {
  it('keep codes for owners on known devices and hide which numbers have accounts', async () => {
    const small = await createTestApp({ settings: { SMS_PER_HOUR: '40' } })
    const owner = await beginWithPhone(small, NUMBER)
    owner.token = undefined
    const browser = (address: string) => createAnonymousClient(small.app, address)
    const attack: number[] = []
    for (let n = 0; n < 60; n += 1) {
      const number = `+23320${String(n).padStart(3, '0')}4567`
      attack.push((await requestPhoneCode(browser(`203.0.113.${n % 30}`), number)).status)
    }
    const unknown = '+233551234567'
    const answers: object[] = []
    for (const number of [NUMBER, unknown]) {
      const reply = await requestPhoneCode(browser('198.51.100.99'), number)
      answers.push([reply.status, ((await reply.json()) as { onlyKnown: boolean }).onlyKnown])
    }
    expect(answers).toEqual([
      [202, true],
      [202, true],
    ])
    await small.jobs.settled()
    expect(await readDevMailbox(small.db, NUMBER)).toHaveLength(2)
    expect(await readDevMailbox(small.db, unknown)).toEqual([])
    expect((await requestPhoneCode(owner, NUMBER)).status).toBe(202)
    const sent = small.db.selectFrom('outbox_messages').select('id').where('channel', '=', 'sms')
    expect((await sent.execute()).length).toBeLessThanOrEqual(40)
    // The limit for numbers with accounts is also used up; both kinds of numbers get the same reply.
    await small.db
      .updateTable('rate_limits')
      .set({ count: 10 })
      .where('key', '=', 'sms-of-site-proven')
      .execute()
    for (const number of [NUMBER, unknown])
      expect((await requestPhoneCode(browser('198.51.100.98'), number)).status).toBe(503)
    expect((await requestPhoneCode(owner, NUMBER)).status).toBe(202)
    await small.close()
  })

  it('give one network a tenth of the hourly total', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 35; n += 1) {
      const number = `+23320${String(n).padStart(3, '0')}4567`
      statuses.push((await requestPhoneCode(newBrowser('203.0.113.7'), number)).status)
    }
    expect(statuses.filter((status) => status === 202)).toHaveLength(30)
  })
})

describe('a sign-in link requested by number', () => {
  const requestLink = (client: TestClient, phone: string) =>
    client.send('POST', '/api/auth/phone/link', { phone })

  it('lets the owner in after strangers used up the codes', async () => {
    await giveKofi()
    const holder = newBrowser()
    expect((await requestLink(holder, NUMBER)).status).toBe(202)
    const token = await linkSecret(test, PEOPLE.kofi.email)
    const opened = await holder.send('POST', '/api/auth/sign-in-link/open', { token })
    expect(((await opened.json()) as PhoneReply).session?.user.id).toBe(PEOPLE.kofi.id)
  })

  it('gets the same reply for numbers without an account or a confirmed address', async () => {
    await beginWithPhone(test, NUMBER)
    await test.db
      .updateTable('accounts')
      .set({ email: 'adwoa@example.com' })
      .where('phone', '=', NUMBER)
      .execute()
    for (const number of [NUMBER, '+233201234567'])
      expect(await (await requestLink(newBrowser(), number)).json()).toEqual({ done: true })
    await test.jobs.settled()
    expect(await readDevMailbox(test.db, 'adwoa@example.com')).toEqual([])
  })
})

describe('two-factor', () => {
  it('is required after the code as well', async () => {
    await beginWithPhone(test, NUMBER)
    const { id = '' } = (await holderOf(NUMBER)) ?? {}
    const enabled = { totp_secret: Buffer.from('sealed'), totp_enabled_at: new Date().toISOString() }
    await test.db.updateTable('accounts').set(enabled).where('id', '=', id).execute()
    const { session, challenge } = await enter(newBrowser())
    expect(session).toBeNull()
    expect(challenge).toMatch(/^[\w-]{43}$/)
  })
})

describe('a number that may have changed hands', () => {
  it('opens an account with a password only with that password or on a known device', async () => {
    await giveKofi()
    const stranger = newBrowser()
    const { session, needs } = await enter(stranger)
    expect(session).toBeNull()
    expect(needs).toEqual({ is: 'proof', password: true, email: true, opensAt: null })
    const code = await smsCode(test, NUMBER)
    const refused = await problemOf(
      await sendPhoneCodeBack(stranger, NUMBER, code, { password: 'Wrong-1234' }),
    )
    expect(refused.fields?.[0]?.field).toBe('password')
    const entered = await sendPhoneCodeBack(stranger, NUMBER, code, { password: PASSWORD })
    expect(((await entered.json()) as PhoneReply).session?.user.id).toBe(PEOPLE.kofi.id)

    const known = await signIn(test, 'kofi')
    known.token = undefined
    expect((await enter(known)).session?.user.id).toBe(PEOPLE.kofi.id)
  })

  it('does not open an account that was unused for ninety days', async () => {
    await beginWithPhone(test, NUMBER)
    await leaveUnused(89)
    expect((await enter(newBrowser())).session).not.toBeNull()
    await leaveUnused(91)
    expect((await enter(newBrowser())).needs).toMatchObject({ is: 'proof', password: false, email: false })
  })

  it('opens the account after seven days and warnings on every channel', async () => {
    await giveKofi()
    await signIn(test, 'kofi')
    const { needs } = await enter(newBrowser(), { wait: true })
    const opensAt = Date.parse(needs?.opensAt ?? '')
    expect(Math.round((opensAt - Date.now()) / DAY)).toBe(7)
    await test.jobs.settled()
    const [mail] = await readDevMailbox(test.db, PEOPLE.kofi.email)
    expect(mail?.subject).toContain('Somebody with your phone number wants to log in')
    const notified = await test.db
      .selectFrom('notifications')
      .select('content')
      .where('user_id', '=', PEOPLE.kofi.id)
      .where('content', 'like', 'Somebody who has your phone number%')
      .execute()
    expect(notified).toHaveLength(1)

    laterBy(6.9)
    expect((await enter(newBrowser(), { wait: true })).needs?.opensAt).toBe(needs?.opensAt)
    laterBy(0.2)
    expect((await enter(newBrowser())).session?.user.id).toBe(PEOPLE.kofi.id)
    // The wait opens the account only once.
    vi.restoreAllMocks()
    expect((await enter(newBrowser())).needs).toMatchObject({ is: 'proof', opensAt: null })
  })

  it('does not open an account that is used during the wait', async () => {
    await giveKofi()
    const kofi = await signIn(test, 'kofi')
    await enter(newBrowser(), { wait: true })
    await kofi.send('POST', '/api/auth/refresh', {})
    laterBy(7.1)
    expect((await enter(newBrowser())).needs).toMatchObject({ is: 'proof', opensAt: null })
  })

  it('has to wait again if nobody comes back', async () => {
    await giveKofi()
    await enter(newBrowser(), { wait: true })
    laterBy(14.1)
    expect((await enter(newBrowser())).needs).toMatchObject({ is: 'proof', opensAt: null })
  })

  it('can start another account at once and leaves the old one closed', async () => {
    await beginWithPhone(test, NUMBER, 'Old Owner')
    const before = await holderOf(NUMBER)
    await leaveUnused(100)
    const { session } = await enter(newBrowser(), { ...NEWCOMER, startNew: true })
    expect(session?.user).toMatchObject({ name: 'Adwoa Phone' })
    expect(session?.user.id).not.toBe(before?.id)
    const left = await test.db
      .selectFrom('accounts')
      .select('phone')
      .where('id', '=', before?.id ?? '')
      .executeTakeFirst()
    expect(left).toEqual({ phone: null })
  })

  it('cannot start another account if it opens an active one', async () => {
    await beginWithPhone(test, NUMBER)
    const before = await holderOf(NUMBER)
    const { session } = await enter(newBrowser(), { ...NEWCOMER, startNew: true })
    expect(session?.user.id).toBe(before?.id)
  })

  it('cannot be verified by another account if it is an active account’s only way in', async () => {
    await beginWithPhone(test, NUMBER)
    const kofi = await signIn(test, 'kofi')
    const verify = async () => {
      await kofi.send('POST', '/api/account/phone/code', { phone: NUMBER })
      return kofi.send('POST', '/api/account/phone/verify', {
        phone: NUMBER,
        code: await smsCode(test, NUMBER),
      })
    }
    expect((await problemOf(await verify())).code).toBe('phone-in-use')
    await leaveUnused(91)
    expect((await verify()).status).toBe(200)
    expect((await holderOf(NUMBER))?.id).toBe(PEOPLE.kofi.id)
  })

  it('stays the way in until the account has an e-mail address', async () => {
    const client = await beginWithPhone(test, NUMBER)
    const id = (await holderOf(NUMBER))?.id ?? ''
    const forget = () => test.db.updateTable('profiles').set({ phone: null }).where('id', '=', id).execute()
    await forget()
    expect((await holderOf(NUMBER))?.id).toBe(id)
    expect((await client.send('GET', '/api/account')).status).toBe(200)
    await test.db
      .updateTable('profiles')
      .set({ phone: NUMBER, phone_verified: true })
      .where('id', '=', id)
      .execute()
    await test.db.updateTable('accounts').set({ email: 'adwoa@example.com' }).where('id', '=', id).execute()
    await forget()
    expect(await holderOf(NUMBER)).toBeUndefined()
  })
})
