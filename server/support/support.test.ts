import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '#testing/app.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { readDevMailbox, retryMails } from '#testing/dev-mailbox.ts'
import { fieldsOf } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { RECEIPT_EMAIL } from './jobs.ts'

const SUPPORT = 'help@market.example'
const FORM = {
  firstName: 'Esi',
  lastName: 'Quansah',
  email: 'Esi@Home.example',
  subject: 'Fees & <safety>',
  message: 'Good morning,\r\nis listing free?',
}

const test = setUp(() => createTestApp({ settings: { SUPPORT_EMAIL: SUPPORT } }))
beforeEach(async () => {
  // Pending mails of an earlier test would count here.
  await test.jobs.settled()
  for (const table of ['rate_limits', 'outbox_messages', 'contact_messages'] as const)
    await test.db.deleteFrom(table).execute()
})

const write = (form: object = {}, address?: string) =>
  createAnonymousClient(test.app, address).send('POST', '/api/contact', {
    clientKey: crypto.randomUUID(),
    ...FORM,
    ...form,
  })

async function mailsTo(recipient: string) {
  await test.jobs.settled()
  return readDevMailbox(test.db, recipient)
}

const storedMessages = () => test.db.selectFrom('contact_messages').selectAll().execute()

describe('a message to support', () => {
  it('is stored, mailed to support, and confirmed to the writer without quoting it', async () => {
    expect((await write()).status).toBe(202)
    expect(await storedMessages()).toMatchObject([
      { first_name: 'Esi', email: 'esi@home.example', message: 'Good morning,\nis listing free?' },
    ])
    const [mail, ...others] = await mailsTo(SUPPORT)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Contact: Fees & <safety>')
    expect(mail?.text).toContain('Esi Quansah (esi@home.example) wrote:')
    expect(mail?.text).toContain('is listing free?')
    expect(mail?.html).toContain('Fees &amp; &lt;safety&gt;')
    const receipts = await mailsTo('esi@home.example')
    expect(receipts).toMatchObject([{ subject: 'We have your message' }])
    for (const typed of ['Esi', 'Quansah', 'Fees', 'listing free'])
      expect(`${receipts[0]?.text}${receipts[0]?.html}`).not.toContain(typed)
  })

  it('is stored once if it is sent again with the same key, also in parallel', async () => {
    const clientKey = crypto.randomUUID()
    const responses = await Promise.all([write({ clientKey }), write({ clientKey }), write({ clientKey })])
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(await storedMessages()).toHaveLength(1)
    expect(await mailsTo(SUPPORT)).toHaveLength(1)
    expect(await mailsTo('esi@home.example')).toHaveLength(1)
  })

  it('requires every field and names the missing ones', async () => {
    const required = 'This field is required'
    const missing = {
      firstName: required,
      lastName: required,
      email: required,
      subject: required,
      message: required,
    }
    const clientKey = crypto.randomUUID()
    const empty = createAnonymousClient(test.app).send('POST', '/api/contact', { clientKey })
    expect(await fieldsOf(await empty)).toEqual(missing)
    const blank = Object.fromEntries(Object.keys(FORM).map((field) => [field, ' \n ']))
    expect(await fieldsOf(await write(blank))).toEqual(missing)
  })

  it.each([
    [{ email: 'esi@home' }, { email: 'Please enter a valid email address' }],
    [{ email: 'esi@home.example\r\nBcc: x@x.example' }, { email: 'Please enter a valid email address' }],
    [{ email: 'esi@home.example, x@x.example' }, { email: 'Please enter a valid email address' }],
    [{ lastName: 'x'.repeat(51) }, { lastName: 'Must be at most 50 characters long' }],
    [{ subject: 'x'.repeat(101) }, { subject: 'Must be at most 100 characters long' }],
    [{ message: 'x'.repeat(5001) }, { message: 'Must be at most 5000 characters long' }],
  ])('is refused with %j and not sent', async (form, fields) => {
    expect(await fieldsOf(await write(form))).toEqual(fields)
    expect(await storedMessages()).toEqual([])
    expect(await mailsTo(SUPPORT)).toEqual([])
  })

  it('has no second line in its subject and names, and no signs that nobody sees', async () => {
    const form = {
      subject: 'Fees\r\nBcc: x@x.example',
      firstName: 'Esi\nBcc: x@x.example',
      message: 'a\0b \u202egnihtyna',
    }
    expect((await write(form)).status).toBe(202)
    expect(await storedMessages()).toMatchObject([
      { subject: 'Fees Bcc: x@x.example', first_name: 'Esi Bcc: x@x.example', message: 'ab gnihtyna' },
    ])
  })

  it('is limited per network address, unless it is sent again', async () => {
    const clientKey = crypto.randomUUID()
    expect((await write({ clientKey }, '203.0.113.9')).status).toBe(202)
    const people = Array.from({ length: 30 }, (_, person) => `p${person}@home.example`)
    const ofOneAddress = await Promise.all(people.map((email) => write({ email }, '203.0.113.9')))
    expect(ofOneAddress.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await write({ clientKey }, '203.0.113.9')).status).toBe(202)
    expect((await write({ email: 'someone@else.example' }, '203.0.113.10')).status).toBe(202)
  })

  it('sends one receipt per mailbox, and no message is lost', async () => {
    const addresses = Array.from({ length: 7 }, (_, index) => `198.51.100.${index}`)
    const ofOneEmail = await Promise.all(addresses.map((address) => write({}, address)))
    expect(ofOneEmail.map(({ status }) => status)).toEqual(addresses.map(() => 202))
    expect(await storedMessages()).toHaveLength(7)
    expect(await mailsTo(SUPPORT)).toHaveLength(7)
    expect(await mailsTo('esi@home.example')).toHaveLength(1)
  })

  it('is confirmed at the second attempt even if the mailbox has reached its limit', async () => {
    await write()
    await retryMails(test, RECEIPT_EMAIL)
    expect(await mailsTo('esi@home.example')).toHaveLength(2)
  })

  it('is deleted after two years', async () => {
    await write()
    await write({ email: 'new@home.example' })
    await test.jobs.settled()
    await test.db
      .updateTable('contact_messages')
      .set({ created_at: sql`now() - interval '2 years 1 day'` })
      .where('email', '=', 'esi@home.example')
      .execute()
    await sql`insert into pgboss.job (name) values ('forget-contact-messages')`.execute(test.db)
    await test.jobs.settled()
    expect(await storedMessages()).toMatchObject([{ email: 'new@home.example' }])
  })
})
