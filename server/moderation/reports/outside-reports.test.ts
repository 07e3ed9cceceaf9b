import { beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseCard } from '#contract/moderation/cases/cases.ts'
import { shortPath } from '#contract/sharing/short-links.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { readDevMailbox, retryMails } from '#testing/dev-mailbox.ts'
import { insertProduct } from '#testing/market/products.ts'
import { fieldsOf } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { OUTSIDE_RECEIPT } from './outside-report-mails.ts'
import { forgetOutsideReporter } from './outside-reports.ts'

const EMAIL = 'esi@police.example'
const WORDS = 'Serial number and photo are those of my stolen drum.'

let productId: string
const test = setUp(createMarket)
beforeEach(async () => {
  await test.jobs.settled()
  for (const table of ['rate_limits', 'cases', 'outbox_messages'] as const)
    await test.db.deleteFrom(table).execute()
  productId = await insertProduct(test.db)
})

const report = (form: object = {}, from?: string) =>
  createAnonymousClient(test.app, from).send('POST', '/api/reports/outside', {
    clientKey: crypto.randomUUID(),
    address: `http://localhost:3000/products/${productId}`,
    role: 'authority',
    reason: 'stolen',
    words: WORDS,
    name: 'Esi Quansah',
    email: EMAIL,
    isTrue: true,
    ...form,
  })

const stored = () =>
  test.db
    .selectFrom('reports as r')
    .leftJoin('outside_reporters as o', 'o.report_id', 'r.id')
    .select(['r.id', 'r.target_kind', 'r.target_id', 'r.weight', 'r.words', 'o.email', 'o.role'])
    .orderBy('r.id')
    .execute()

async function mails() {
  await test.jobs.settled()
  return (await readDevMailbox(test.db, EMAIL)).map(({ subject, text }) => ({ subject, text }))
}

async function openCase(): Promise<{ moderator: Awaited<ReturnType<typeof signInStaff>>; found: Case }> {
  const moderator = await signInStaff(test, 'moderator')
  const queue = (await (await moderator.send('GET', '/api/moderation/cases')).json()) as { items: CaseCard[] }
  const found = await moderator.send('GET', `/api/moderation/cases/${queue.items[0]?.id}`)
  return { moderator, found: (await found.json()) as Case }
}

const decide = (moderator: Awaited<ReturnType<typeof signInStaff>>, action: string) =>
  moderator.send('POST', '/api/moderation/decisions', {
    target: { kind: 'product', id: productId },
    action,
    rule: action === 'remove' ? 'own-goods' : null,
    words: action === 'remove' ? 'It is stolen.' : '',
    days: null,
  })

describe('a report without an account', () => {
  it('opens a case that names its sender, and is confirmed by a mail that quotes nothing', async () => {
    expect((await report()).status).toBe(202)
    const { found } = await openCase()
    expect(found).toMatchObject({ target: { kind: 'product', id: productId }, risk: 2 })
    expect(found.reportLines).toMatchObject([
      {
        reason: 'Stolen',
        words: WORDS,
        reporter: null,
        outside: { role: 'The police or another authority', name: 'Esi Quansah', email: EMAIL },
      },
    ])
    const [receipt, ...others] = await mails()
    expect(others).toEqual([])
    expect(receipt?.subject).toBe('We have your report')
    for (const typed of ['Esi', 'Quansah', 'drum', productId]) expect(receipt?.text).not.toContain(typed)
  })

  it.each([
    ['remove', 'We looked at it and acted.'],
    ['approve', 'found nothing against our rules'],
  ])('is followed by a mail with the outcome when a moderator decides to %s', async (action, outcome) => {
    await report()
    const { moderator } = await openCase()
    expect((await decide(moderator, action)).status).toBe(201)
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'The outcome of your report',
      'We have your report',
    ])
    expect((await mails())[0]?.text).toContain(outcome)
    // The words remain for two years, like those of people with an account.
    expect(await stored()).toMatchObject([{ words: WORDS }])
  })

  it.each([
    ['a path', () => `/products/${productId}`],
    [
      'an address of another host in capitals',
      () => `HTTPS://WWW.OTHER.EXAMPLE/products/${productId.toUpperCase()}?a=1#b`,
    ],
    ['an address without a scheme', () => `market.example/products/${productId}`],
    ['a short link', () => `http://localhost:3000${shortPath({ id: productId, title: 'Talking drum' })}`],
  ])('finds the listing by %s', async (_name, address) => {
    expect((await report({ address: address() })).status).toBe(202)
    expect(await stored()).toMatchObject([{ target_kind: 'product', target_id: productId }])
  })

  it('finds a seller', async () => {
    const form = { address: `/sellers/${PEOPLE.ama.id}`, reason: 'pretends' }
    expect((await report(form)).status).toBe(202)
    expect(await stored()).toMatchObject([{ target_kind: 'person', target_id: PEOPLE.ama.id }])
  })

  it('is stored and confirmed once if it is sent again, also in parallel', async () => {
    const clientKey = crypto.randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => report({ clientKey })))
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202])
    expect((await report({ clientKey })).status).toBe(202)
    expect(await stored()).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
  })

  it('is confirmed at the second attempt even if the mailbox has reached its limit', async () => {
    await report()
    await retryMails(test, OUTSIDE_RECEIPT)
    expect(await mails()).toHaveLength(2)
  })

  it('weighs half as much as one by a known person, and with others as much as the most serious', async () => {
    for (const [index, reason] of ['copied', 'stolen', 'child', 'child'].entries())
      await report({ reason, email: `p${index}@home.example` }, `203.0.113.${index}`)
    expect((await stored()).map(({ weight }) => weight)).toEqual([1.5, 0.5, 0, 0])
  })

  it('keeps a moderator who sent it from deciding', async () => {
    const moderator = await signInStaff(test, 'moderator')
    const { email } = await test.db
      .selectFrom('accounts as a')
      .innerJoin('staff as s', 's.account_id', 'a.id')
      .select('a.email')
      .executeTakeFirstOrThrow()
    expect((await report({ email })).status).toBe(202)
    expect((await decide(moderator, 'approve')).status).toBe(403)
  })

  it('names every missing field', async () => {
    const empty = createAnonymousClient(test.app).send('POST', '/api/reports/outside', {
      clientKey: crypto.randomUUID(),
    })
    expect(await fieldsOf(await empty)).toEqual({
      address: 'This field is required',
      role: 'Please choose who you are',
      reason: 'Please choose a reason',
      words: 'This field is required',
      name: 'This field is required',
      email: 'This field is required',
      isTrue: 'Please confirm that what you wrote is true',
    })
  })

  it.each([
    [
      { address: 'https://localhost/help' },
      { address: 'Enter the address of a listing or a seller on this site' },
    ],
    [
      { address: 'javascript:alert(1)' },
      { address: 'Enter the address of a listing or a seller on this site' },
    ],
    [
      { address: `/products/${crypto.randomUUID()}` },
      { address: 'We cannot find a listing or a seller at this address' },
    ],
    [{ reason: 'false-review' }, { reason: 'Please choose a reason that fits what you report' }],
    [{ words: 'Stolen' }, { words: 'Please write at least 10 characters' }],
    [{ email: 'esi@home' }, { email: 'Please enter a valid email address' }],
    [{ isTrue: false }, { isTrue: 'Please confirm that what you wrote is true' }],
  ])('is refused with %j and changes nothing', async (form, fields) => {
    expect(await fieldsOf(await report(form))).toEqual(fields)
    expect(await stored()).toEqual([])
    expect(await mails()).toEqual([])
  })

  it.each(['draft', 'held'])('does not reveal a listing that is %s', async (status) => {
    await test.db
      .updateTable('products')
      .set({ status, status_before_hold: status === 'held' ? 'available' : null })
      .where('id', '=', productId)
      .execute()
    expect(await fieldsOf(await report())).toEqual({
      address: 'We cannot find a listing or a seller at this address',
    })
  })

  it('is limited per mailbox and network, and the first of a network still passes', async () => {
    const refused = (responses: Response[]) => responses.filter(({ status }) => status === 429).length
    // The first of the network does not count towards its part of five.
    expect(refused(await Promise.all(Array.from({ length: 7 }, () => report())))).toBe(1)
    const others = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5']
    expect(refused(await Promise.all(others.map((from) => report({}, from))))).toBe(0)
    expect((await report({}, others[0])).status).toBe(429)
    const emails = Array.from({ length: 12 }, (_, person) => `p${person}@home.example`)
    expect(refused(await Promise.all(emails.map((email) => report({ email }, '203.0.113.9'))))).toBe(1)
  })

  it('about a missing listing uses up no limit', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1)
      expect((await report({ address: `/products/${crypto.randomUUID()}` })).status).toBe(422)
    expect((await report()).status).toBe(202)
  })

  it('counts without its sender after their account is deleted', async () => {
    await report()
    const { moderator } = await openCase()
    await decide(moderator, 'remove')
    await forgetOutsideReporter(test.db, { email: EMAIL })
    expect(await stored()).toMatchObject([{ email: null, words: '', weight: 2 }])
  })
})
