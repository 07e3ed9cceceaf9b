import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { createMarket, PASSWORD, signIn } from '#testing/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/people.ts'
import {
  beginWithPhone,
  type PhoneReply,
  requestPhoneCode,
  sendPhoneCodeBack,
  smsCode,
  wrongCode,
} from '#testing/phone.ts'
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

const newBrowser = () => createAnonymousClient(test.app)

/** Requests a code, sends it back, and says what was answered. */
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

/** As if the holder of the number had last been here so many days ago. */
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
  it('begins with a number and a name, and nothing else', async () => {
    const client = newBrowser()
    const requested = await requestPhoneCode(client, '024 123 4567')
    expect([requested.status, await requested.json()]).toEqual([202, { phone: NUMBER }])
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

  it('logs in again from anywhere with another code', async () => {
    await beginWithPhone(test, NUMBER)
    const { session, needs } = await enter(newBrowser())
    expect(needs).toBeNull()
    expect(session?.user.id).toBe((await holderOf(NUMBER))?.id)
  })

  it('is refused a name of the site, and where registration is off', async () => {
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

  it('becomes one person of two tabs at once', async () => {
    const client = newBrowser()
    await requestPhoneCode(client, NUMBER)
    const code = await smsCode(test, NUMBER)
    const replies = await Promise.all([1, 2].map(() => sendPhoneCodeBack(client, NUMBER, code, NEWCOMER)))
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410])
  })

  it('stays when registrations that nobody confirmed are deleted', async () => {
    await beginWithPhone(test, NUMBER)
    await leaveUnused(31)
    await deleteStaleRegistrations(test.db)
    expect(await holderOf(NUMBER)).toBeDefined()
  })
})

describe('a request for a code', () => {
  it('is answered alike for a number that is known and one that is not', async () => {
    await giveKofi()
    const known = await requestPhoneCode(newBrowser(), NUMBER)
    const unknown = await requestPhoneCode(newBrowser(), '+233201234567')
    expect(known.status).toBe(unknown.status)
    expect(await known.json()).toEqual({ phone: NUMBER })
    expect(await unknown.json()).toEqual({ phone: '+233201234567' })
    await test.jobs.settled()
    expect(await readDevMailbox(test.db, '+233201234567')).toHaveLength(1)
  })

  it('stops after five an hour for a number, from wherever; its owner on a known device has their own', async () => {
    const owner = await beginWithPhone(test, NUMBER)
    owner.token = undefined
    const statuses = []
    for (let count = 0; count < 6; count += 1)
      statuses.push((await requestPhoneCode(newBrowser(), NUMBER)).status)
    // One was the owner's.
    expect(statuses).toEqual([202, 202, 202, 202, 429, 429])
    expect((await requestPhoneCode(owner, NUMBER)).status).toBe(202)
  })

  it('is refused where nobody can send an SMS', async () => {
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
  it('has three guesses for a code, also at once, and then needs another', async () => {
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

  it('finds no use for the code that a victim had sent to their own browser', async () => {
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

  it('guesses ten times a day for a number, and its owner still comes in on a known device', async () => {
    const owner = await beginWithPhone(test, NUMBER)
    owner.token = undefined
    const wrong = { status: 422, count: 0 }
    for (let round = 0; round < 5; round += 1) {
      const thief = newBrowser()
      thief.address = `203.0.113.${round}`
      await test.db.deleteFrom('rate_limits').where('key', 'like', 'phone-code%').execute()
      await requestPhoneCode(thief, NUMBER)
      const code = await smsCode(test, NUMBER)
      for (let guess = 0; guess < 3; guess += 1) {
        const { status } = await sendPhoneCodeBack(thief, NUMBER, wrongCode(code))
        if (status === wrong.status) wrong.count += 1
      }
    }
    expect(wrong.count).toBe(10)
    expect((await enter(owner)).session).not.toBeNull()
  })

  it.each(['wrong-sms-code-from:198.51.100.7', 'wrong-sms-code-of-site'])(
    'ends with the count of %s, over all numbers',
    async (key) => {
      const thief = newBrowser()
      await requestPhoneCode(thief, NUMBER)
      const code = await smsCode(test, NUMBER)
      await sendPhoneCodeBack(thief, NUMBER, wrongCode(code))
      await test.db.updateTable('rate_limits').set({ count: 300 }).where('key', '=', key).execute()
      expect((await sendPhoneCodeBack(thief, NUMBER, code, NEWCOMER)).status).toBe(429)
    },
  )
})

describe('two-factor', () => {
  it('is needed after the code as well', async () => {
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
  it('opens an account with a password by that alone, or where it was open before', async () => {
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

  it('opens nothing that nobody has used for ninety days', async () => {
    await beginWithPhone(test, NUMBER)
    await leaveUnused(89)
    expect((await enter(newBrowser())).session).not.toBeNull()
    await leaveUnused(91)
    expect((await enter(newBrowser())).needs).toMatchObject({ is: 'proof', password: false, email: false })
  })

  it('lets in after seven days of which the account was notified by all ways', async () => {
    await giveKofi()
    await signIn(test, 'kofi')
    const { needs } = await enter(newBrowser(), { wait: true })
    const opensAt = Date.parse(needs?.opensAt ?? '')
    expect(Math.round((opensAt - Date.now()) / DAY)).toBe(7)
    await test.jobs.settled()
    const [mail] = await readDevMailbox(test.db, PEOPLE.kofi.email)
    expect(mail?.subject).toContain('Somebody with your phone number asks to log in')
    const notified = await test.db
      .selectFrom('notifications')
      .select('content')
      .where('user_id', '=', PEOPLE.kofi.id)
      .where('content', 'like', 'Somebody who holds your phone number%')
      .execute()
    expect(notified).toHaveLength(1)

    laterBy(6.9)
    expect((await enter(newBrowser(), { wait: true })).needs?.opensAt).toBe(needs?.opensAt)
    laterBy(0.2)
    expect((await enter(newBrowser())).session?.user.id).toBe(PEOPLE.kofi.id)
    // Once: the next time it is needed again.
    vi.restoreAllMocks()
    expect((await enter(newBrowser())).needs).toMatchObject({ is: 'proof', opensAt: null })
  })

  it('is not waited for while the account is used', async () => {
    await giveKofi()
    const kofi = await signIn(test, 'kofi')
    await enter(newBrowser(), { wait: true })
    await kofi.send('POST', '/api/auth/refresh', {})
    laterBy(7.1)
    expect((await enter(newBrowser())).needs).toMatchObject({ is: 'proof', opensAt: null })
  })

  it('ends a wait that nobody came back for', async () => {
    await giveKofi()
    await enter(newBrowser(), { wait: true })
    laterBy(14.1)
    expect((await enter(newBrowser())).needs).toMatchObject({ is: 'proof', opensAt: null })
  })

  it('begins another account at once, and nobody gets into the one before', async () => {
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

  it('does not begin another account where the number is the way into one that is used', async () => {
    await beginWithPhone(test, NUMBER)
    const before = await holderOf(NUMBER)
    const { session } = await enter(newBrowser(), { ...NEWCOMER, startNew: true })
    expect(session?.user.id).toBe(before?.id)
  })

  it('cannot be verified by another account while it is the only way into one that is used', async () => {
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

  it('stays the way in when the profile shows another, and goes where an e-mail address is left', async () => {
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
