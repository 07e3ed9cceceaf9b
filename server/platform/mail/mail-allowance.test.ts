import { beforeEach, describe, expect, it } from 'vitest'
import { rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { createLog } from '#server/platform/process/log.ts'
import { insertAccounts, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { setUp } from '#testing/set-up.ts'
import { register } from '#testing/accounts/registration.ts'
import { createMailAllowance, type MailLane } from './mail-allowance.ts'

const test = setUp(createTestApp)

beforeEach(async () => {
  for (const table of ['profiles', 'rate_limits', 'outbox_messages'] as const)
    await test.db.deleteFrom(table).execute()
  await insertPeople(test.db)
  await insertAccounts(test.db)
})

const VICTIM = 'kwesi@example.com'

async function mailsTo(...addresses: string[]): Promise<string[]> {
  await test.jobs.settled()
  const mails = await Promise.all(addresses.map((to) => readDevMailbox(test.db, to)))
  return mails.flat().map(({ subject }) => subject)
}

const stranger = () => createAnonymousClient(test.app)

const resend = (email: string) => stranger().send('POST', '/api/auth/resend-verification', { email })
const reset = (email: string, client = stranger()) =>
  client.send('POST', '/api/auth/reset-password', { email })
const changeTo = async (person: 'ama' | 'kofi', email: string) =>
  (await signIn(test, person)).send('POST', '/api/account/email', { email, password: PASSWORD })
const write = (email: string) =>
  stranger().send('POST', '/api/contact', {
    clientKey: crypto.randomUUID(),
    firstName: 'Kwesi',
    lastName: 'Owusu',
    email,
    subject: 'Fees',
    message: 'Are there any?',
  })

const nextHour = () => test.db.deleteFrom('rate_limits').where('key', 'not like', 'mails-%-day:%').execute()

describe("a bystander's mailbox", () => {
  it('gets two mails an hour across all paths, with equal replies', async () => {
    const replies = [
      await register(stranger(), VICTIM),
      await resend(VICTIM),
      await changeTo('ama', VICTIM),
      await changeTo('kofi', 'kwesi+2@example.com'),
      await register(stranger(), 'KWESI+3@example.com'),
      await write(VICTIM),
      await resend(VICTIM),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 202, 202, 202, 201, 202, 202])
    const [sent, held] = await Promise.all([replies[2]?.text(), replies[3]?.text()])
    expect(held).toBe(sent)
    expect(await mailsTo(VICTIM, 'kwesi+2@example.com', 'kwesi+3@example.com')).toHaveLength(2)
  })

  it('gets five mails a day', async () => {
    await register(stranger(), VICTIM)
    for (let hour = 0; hour < 5; hour += 1) {
      for (let count = 0; count < 4; count += 1) {
        expect((await resend(VICTIM)).status).toBe(202)
        await test.jobs.settled()
      }
      await nextHour()
    }
    expect(await mailsTo(VICTIM)).toHaveLength(5)
  })

  it('gets no more mails after an account is deleted', async () => {
    for (let time = 0; time < 2; time += 1) {
      const client = stranger()
      await register(client, VICTIM)
      const token = await linkSecret(test, VICTIM)
      const opened = await client.send('POST', '/api/auth/verify-email', { token })
      client.token = ((await opened.json()) as { session: { access_token: string } }).session.access_token
      await client.send('POST', '/api/account/reauthenticate', { password: PASSWORD })
      const deleted = await client.send('POST', '/functions/v1/delete-user-account')
      expect(deleted.status).toBe(200)
    }
    await test.jobs.settled()
    await test.db.deleteFrom('outbox_messages').execute()
    expect((await changeTo('ama', VICTIM)).status).toBe(202)
    expect(await mailsTo(VICTIM)).toEqual([])
  })
})

describe("an owner's mailbox", () => {
  it('gets ten links a day, and one more per network and hour', async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      for (let count = 0; count < 4; count += 1) {
        expect((await reset(PEOPLE.kofi.email)).status).toBe(202)
        await test.jobs.settled()
      }
      await nextHour()
    }
    expect(await mailsTo(PEOPLE.kofi.email)).toHaveLength(15)
  })

  it('gets links despite strangers’ other spellings', async () => {
    const spelling = (n: number) => PEOPLE.kofi.email.replace('@', `+${n}@`)
    await write(spelling(0))
    for (let n = 0; n < 3; n += 1) {
      expect((await register(stranger(), spelling(n))).status).toBe(201)
      expect((await resend(spelling(n))).status).toBe(202)
      expect((await reset(spelling(n))).status).toBe(202)
    }
    await changeTo('ama', spelling(4))
    await test.jobs.settled()
    expect((await reset(PEOPLE.kofi.email)).status).toBe(202)
    expect(await mailsTo(PEOPLE.kofi.email)).toContain('Choose a new password')
  })

  it('gets the mail about a new password after many new devices', async () => {
    const kofi = await signIn(test, 'kofi')
    for (let count = 0; count < 12; count += 1) await signIn(test, 'kofi')
    const changed = { password: 'Go-back-and-get-it-2', current: PASSWORD }
    expect((await kofi.send('PUT', '/api/account/password', changed)).status).toBe(200)
    const mails = await mailsTo(PEOPLE.kofi.email)
    expect(mails).toContain('Your password was changed')
    expect(mails.filter((subject) => subject === 'New login to your account')).toHaveLength(5)
  })

  it('spends no allowance for account mails on links', async () => {
    const known = await signIn(test, 'kofi')
    await known.send('POST', '/api/auth/sign-in-link', { email: PEOPLE.kofi.email })
    await test.jobs.settled()
    const rows = test.db.selectFrom('rate_limits').select('key').where('key', 'like', 'mails-account%')
    expect(await rows.execute()).toEqual([])
  })

  it('receives links that stay valid when later ones are withheld', async () => {
    for (let count = 0; count < 3; count += 1) await reset(PEOPLE.kofi.email)
    const token = await linkSecret(test, PEOPLE.kofi.email)
    await reset(PEOPLE.kofi.email)
    await test.jobs.settled()
    const opened = await stranger().send('POST', '/api/auth/recover', { token, confirmed: true })
    expect(await opened.json()).toMatchObject({ account: null })
  })

  it('gets a link requested on a known device, whatever strangers do', async () => {
    const known = await signIn(test, 'kofi')
    for (let count = 0; count < 4; count += 1) await reset(PEOPLE.kofi.email)
    const before = await mailsTo(PEOPLE.kofi.email)
    await reset(PEOPLE.kofi.email, known)
    expect(await mailsTo(PEOPLE.kofi.email)).toHaveLength(before.length + 1)
  })

  it('gets account mails, however many links were requested', async () => {
    for (let count = 0; count < 4; count += 1) await reset(PEOPLE.kofi.email)
    const kofi = await signIn(test, 'kofi')
    const changed = { password: 'Go-back-and-get-it-2', current: PASSWORD }
    expect((await kofi.send('PUT', '/api/account/password', changed)).status).toBe(200)
    expect(await mailsTo(PEOPLE.kofi.email)).toContain('Your password was changed')
  })

  it('gets links despite receipts for messages in its name', async () => {
    for (let count = 0; count < 4; count += 1) expect((await write(PEOPLE.kofi.email)).status).toBe(202)
    expect(await mailsTo(PEOPLE.kofi.email)).toHaveLength(1)
    await reset(PEOPLE.kofi.email)
    expect(await mailsTo(PEOPLE.kofi.email)).toContain('Choose a new password')
  })
})

/** Every lane, so that a new one is tested as well. */
const LANES = {
  requested: true,
  unconfirmed: true,
  receipt: true,
  'new-network': true,
  'known-device': true,
  'new-device': true,
  proof: true,
  'report-outcome': true,
  account: true,
  digest: true,
} satisfies Record<MailLane, true>

it.each(Object.keys(LANES) as MailLane[])(
  'the lane %s is limited in an hour, and open in the next',
  async (lane) => {
    const limiter = rateLimiter(test.db)
    const allowance = createMailAllowance({ limiter, keyOf: (email) => email, log: createLog('silent') })
    const takeAll = async () => {
      let taken = 0
      while (await allowance.take(lane, VICTIM)) taken += 1
      return taken
    }
    const inAnHour = await takeAll()
    expect(inAnHour).toBeGreaterThan(0)
    await nextHour()
    expect(await takeAll()).toBe(inAnHour)
  },
)
