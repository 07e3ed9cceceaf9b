import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaseCard } from '#contract/moderation/cases/cases.ts'
import { type Harm, HARM_NAMES } from '#contract/moderation/harms.ts'
import type { ReportReason } from '#contract/moderation/reports/report-reasons.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { DOMAIN_SQL } from '#server/prepare-database.ts'
import { readRepeatable } from '#server/platform/db/repeatable-sql.ts'
import { rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { createReport } from './reports.ts'
import { recordSignal, withdrawSignal } from './signals.ts'

const test = setUp(createMarket)
let yaw: TestClient

beforeEach(async () => {
  for (const table of ['rate_limits', 'cases', 'signals', 'staff', 'access_traces'] as const)
    await test.db.deleteFrom(table).execute()
  yaw = await signInStaff(test, 'moderator')
})

const YEAR_DAYS = 365

/** People who signed up this many days ago. */
async function newPeople(...agesInDays: number[]): Promise<string[]> {
  const rows = agesInDays.map((age) => ({
    full_name: 'Reporter',
    created_at: sql<string>`now() - ${age} * interval '1 day'`,
  }))
  const people = await test.db.insertInto('profiles').values(rows).returning('id').execute()
  return people.map(({ id }) => id)
}

const knownPeople = (count: number) =>
  newPeople(...Array.from({ length: count }, (_, index) => YEAR_DAYS + index))

const refuse = () => Promise.reject(new Error('Only reported messages are judged'))

const report = (userId: string, productId: string, reason: ReportReason, words = '') =>
  createReport(
    { db: test.db, limiter: rateLimiter(test.db), guard: { get: refuse } },
    { userId, form: { target: { kind: 'product', id: productId }, reason, words } },
  )

const signal = (productId: string, reason: Parameters<typeof recordSignal>[1]['reason']) => ({
  target: { kind: 'product', id: productId } as const,
  subjectId: PEOPLE.ama.id,
  reason,
})

async function queue(search = ''): Promise<CaseCard[]> {
  const reply = await yaw.send('GET', `/api/moderation/cases${search}`)
  return ((await reply.json()) as { items: CaseCard[] }).items
}
const order = async () => (await queue()).map(({ target }) => target.id)
const onlyCase = async () => (await queue())[0]

const listings = (count: number) => Promise.all(Array.from({ length: count }, () => insertProduct(test.db)))

describe('the queue', () => {
  it('has a threat before a copied photo, and a wrong category last, whatever they weigh', async () => {
    const [wrong = '', copied = '', threatened = ''] = await listings(3)
    const people = await knownPeople(5)
    for (const person of people) await report(person, wrong, 'wrong-category')
    await recordSignal(test.db, signal(copied, 'photo-of-another'))
    const [stranger = ''] = await newPeople(0)
    await report(stranger, threatened, 'threat')
    expect(await queue()).toMatchObject([
      { harm: 'danger', risk: 1.5 },
      { harm: 'deceit', risk: 8 },
      { harm: 'nuisance', risk: 5 },
    ])
    expect(await order()).toEqual([threatened, copied, wrong])
  })

  it('has a stolen phone before an honest listing that ten new accounts report', async () => {
    const [honest = '', stolen = ''] = await listings(2)
    await recordSignal(test.db, signal(stolen, 'imei-stolen'))
    for (const account of await newPeople(...Array.from({ length: 10 }, () => 0)))
      await report(account, honest, 'stolen')
    expect(await queue()).toMatchObject([
      { target: { id: stolen }, harm: 'goods', risk: 20 },
      { target: { id: honest }, harm: 'goods', risk: 2, reports: 10 },
    ])
  })

  it('orders a class by risk and age', async () => {
    const [light = '', heavy = '', old = ''] = await listings(3)
    const [one = '', two = '', three = ''] = await knownPeople(3)
    for (const id of [light, heavy, old]) await report(one, id, 'prepayment')
    await report(two, heavy, 'prepayment')
    await report(three, heavy, 'prepayment')
    await test.db
      .updateTable('cases')
      .set({ opened_at: sql`now() - interval '1 day'` })
      .where('target_id', '=', old)
      .execute()
    expect(await order()).toEqual([old, heavy, light])
  })

  it('shows one class if asked, and its number of cases', async () => {
    const [first = '', second = ''] = await listings(2)
    const [person = ''] = await knownPeople(1)
    await report(person, first, 'threat')
    await report(person, second, 'spam')
    const reply = await yaw.send('GET', '/api/moderation/cases?harm=nuisance')
    expect(await reply.json()).toMatchObject({ items: [{ target: { id: second } }], open: 1 })
    expect(await queue('?harm=money')).toEqual([])
    expect((await yaw.send('GET', '/api/moderation/cases?harm=none')).status).toBe(422)
  })

  it('continues through all classes, page by page', async () => {
    const rows = HARM_NAMES.flatMap((_, index) =>
      Array.from({ length: 15 }, (__, age) => ({
        target_kind: 'product',
        target_id: crypto.randomUUID(),
        subject_id: PEOPLE.ama.id,
        harm: index + 1,
        risk: 4 + (age % 3) / 3,
      })),
    )
    await test.db.insertInto('cases').values(rows).execute()
    const seen: CaseCard[] = []
    let search = ''
    for (;;) {
      const reply = await yaw.send('GET', `/api/moderation/cases${search}`)
      const page = (await reply.json()) as { items: CaseCard[]; nextCursor: string | null }
      seen.push(...page.items)
      if (page.nextCursor === null) break
      search = `?cursor=${encodeURIComponent(page.nextCursor)}`
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(rows.length)
    expect(seen.map(({ harm }) => harm)).toEqual(
      HARM_NAMES.flatMap((harm): Harm[] => Array.from({ length: 15 }, () => harm)),
    )
  })
})

describe('the class of a case', () => {
  it('is the gravest of its reports and signals, and follows them', async () => {
    const [id = ''] = await listings(1)
    const [one = '', two = ''] = await knownPeople(2)
    await report(one, id, 'wrong-category')
    expect(await onlyCase()).toMatchObject({ harm: 'nuisance' })
    await recordSignal(test.db, signal(id, 'trick-words'))
    expect(await onlyCase()).toMatchObject({ harm: 'money' })
    await withdrawSignal(test.db, signal(id, 'trick-words'))
    expect(await onlyCase()).toMatchObject({ harm: 'nuisance' })
    await report(two, id, 'child')
    expect(await onlyCase()).toMatchObject({ harm: 'danger' })
  })

  it('is filled in for cases of an earlier version, and again after a reason has moved', async () => {
    const [first = '', second = ''] = await listings(2)
    const [person = ''] = await knownPeople(1)
    await report(person, first, 'threat')
    await report(person, second, 'stolen')
    await test.db.updateTable('cases').set({ harm: HARM_NAMES.length }).execute()
    const files = await readRepeatable(DOMAIN_SQL.directory, DOMAIN_SQL.values)
    const file = files.find(({ name }) => name === 'moderation/harms.sql')
    await sql.raw(file?.text ?? '').execute(test.db)
    expect((await queue()).map(({ harm }) => harm)).toEqual(['danger', 'goods'])
  })

  it('is the least grave for a reason that this version does not know', async () => {
    const [id = ''] = await listings(1)
    const { rows } = await sql`select case_harm(${id}, 'product', ${id}, ${id}) as harm`.execute(test.db)
    expect(rows).toEqual([{ harm: HARM_NAMES.length }])
    expect((await sql`select report_harm('of-a-newer-version') as harm`.execute(test.db)).rows).toEqual([
      { harm: null },
    ])
  })
})

describe('reports that may come from one person', () => {
  const weights = async () =>
    (await test.db.selectFrom('reports').select('weight').orderBy('id').execute()).map(({ weight }) => weight)

  it('count once by accounts of the same device, and as much as the heaviest', async () => {
    const [id = ''] = await listings(1)
    const people = await knownPeople(3)
    const hash = Buffer.from('the same phone')
    for (const account_id of people)
      await test.db.insertInto('access_traces').values({ account_id, kind: 'device', hash }).execute()
    const [one = '', two = '', three = ''] = people
    await report(one, id, 'harassment')
    await report(two, id, 'harassment')
    await report(three, id, 'prepayment')
    expect(await weights()).toEqual([3, 0, 1])
  })

  it('count once from the same address, unless a crowd uses it', async () => {
    const [id = '', other = ''] = await listings(2)
    const people = await knownPeople(12)
    const [one = '', two = ''] = people
    const hash = Buffer.from('the same address')
    const trace = (account_id: string) =>
      test.db.insertInto('access_traces').values({ account_id, kind: 'address', hash }).execute()
    for (const person of [one, two]) await trace(person)
    for (const person of [one, two]) await report(person, id, 'prepayment')
    expect(await weights()).toEqual([4, 0])
    for (const person of people.slice(2)) await trace(person)
    await test.db.deleteFrom('cases').execute()
    for (const person of [one, two]) await report(person, other, 'prepayment')
    expect(await weights()).toEqual([4, 4])
  })

  it('count once by accounts of the same day', async () => {
    const [id = ''] = await listings(1)
    for (const person of await newPeople(40, 40, 42)) await report(person, id, 'prepayment')
    expect(await weights()).toEqual([4, 0, 4])
  })

  it('count once with the same words, if they are long enough', async () => {
    const [id = '', other = ''] = await listings(2)
    const people = await knownPeople(2)
    const [one = '', two = ''] = people
    await report(one, id, 'prepayment', 'He wanted 200 cedis before I saw it.')
    await report(two, id, 'prepayment', 'he wanted 200 cedis  before I saw it')
    expect(await weights()).toEqual([4, 0])
    await test.db.deleteFrom('cases').execute()
    for (const person of people) await report(person, other, 'prepayment', 'A scam')
    expect(await weights()).toEqual([4, 4])
  })

  it('count together by new accounts, also by those that were deleted', async () => {
    const [id = ''] = await listings(1)
    const [one = '', two = '', three = ''] = await newPeople(0, 0.1, 0.2)
    await report(one, id, 'wrong-category')
    await test.db.deleteFrom('profiles').where('id', '=', one).execute()
    await report(two, id, 'prepayment')
    await report(three, id, 'prepayment')
    expect(await weights()).toEqual([0.5, 1.5, 0])
    const [known = ''] = await knownPeople(1)
    await report(known, id, 'prepayment')
    expect(await onlyCase()).toMatchObject({ risk: 6, reports: 4 })
  })
})

describe('reports of danger', () => {
  const harms = async () => Object.fromEntries((await queue()).map(({ target, harm }) => [target.id, harm]))
  const shareDevice = async (people: string[]) => {
    for (const account_id of people)
      await test.db
        .insertInto('access_traces')
        .values({ account_id, kind: 'device', hash: Buffer.from('one phone') })
        .execute()
  }

  it('lift three cases of one person or device at once into the first class', async () => {
    const ids = await listings(5)
    const [one = '', two = '', other = ''] = await knownPeople(3)
    await shareDevice([one, two])
    for (const [index, id] of ids.entries()) await report(index % 2 === 0 ? one : two, id, 'child')
    const expected = ['danger', 'danger', 'danger', 'money', 'money']
    expect(await harms()).toEqual(Object.fromEntries(ids.map((id, index) => [id, expected[index]])))
    await report(other, ids[4] ?? '', 'threat')
    expect((await harms())[ids[4] ?? '']).toBe('danger')
  })

  it('lift no case of somebody whose last three were wrong, unless one was right', async () => {
    const ids = await listings(4)
    const [person = ''] = await knownPeople(1)
    for (const id of ids.slice(0, 3)) await report(person, id, 'threat')
    await test.db
      .updateTable('cases')
      .set({ state: 'decided', decided_at: sql`now()` })
      .execute()
    await test.db
      .updateTable('reports')
      .set({ outcome: 'not-upheld', decided_at: sql`now()` })
      .execute()
    await report(person, ids[3] ?? '', 'threat')
    expect(await onlyCase()).toMatchObject({ harm: 'money' })
    await test.db
      .updateTable('reports')
      .set({ outcome: 'upheld' })
      .where('target_id', '=', ids[0] ?? '')
      .execute()
    await sql`select assess_case('product', ${ids[3]}, ${PEOPLE.ama.id}, 8)`.execute(test.db)
    expect(await onlyCase()).toMatchObject({ harm: 'danger' })
  })
})

it('a threat that is reported as an insult is a case of danger', async () => {
  const kofi = await signIn(test, 'kofi')
  const ama = await signIn(test, 'ama')
  const productId = await insertProduct(test.db)
  const opened = await kofi.send('POST', '/api/conversations', { productId })
  const { id: conversationId } = (await opened.json()) as { id: string }
  const sendAndReport = async (content: string) => {
    const sent = await kofi.send('POST', `/api/conversations/${conversationId}/messages`, {
      clientKey: crypto.randomUUID(),
      content,
    })
    const { id } = (await sent.json()) as { id: string }
    await ama.send('POST', '/api/reports', {
      target: { kind: 'message', id },
      reason: 'harassment',
      words: '',
    })
    return id
  }
  const insult = await sendAndReport('You are a useless somebody')
  const threat = await sendAndReport('I will kill you and your brothers')
  expect(await queue()).toMatchObject([
    { target: { id: threat }, harm: 'danger', risk: 5.5 },
    { target: { id: insult }, harm: 'deceit' },
  ])
})

it('a signal about a person lifts their other cases for a month', async () => {
  const [id = ''] = await listings(1)
  const person = { target: { kind: 'person', id: PEOPLE.ama.id }, subjectId: PEOPLE.ama.id } as const
  const [reporter = ''] = await knownPeople(1)
  await recordSignal(test.db, { ...person, reason: 'deal-denied' })
  await report(reporter, id, 'spam')
  expect(await onlyCase()).toMatchObject({ harm: 'money' })
  await test.db
    .updateTable('signals')
    .set({ created_at: sql`now() - interval '31 days'` })
    .execute()
  await sql`select assess_case('product', ${id}, ${PEOPLE.ama.id}, 8)`.execute(test.db)
  expect(await onlyCase()).toMatchObject({ harm: 'nuisance' })
})

it('a report of a child in danger needs no great weight to be first', async () => {
  const [id = '', other = ''] = await listings(2)
  const [person = ''] = await newPeople(0)
  await recordSignal(test.db, signal(other, 'imei-stolen'))
  await report(person, id, 'child')
  expect(await queue()).toMatchObject([
    { target: { id }, harm: 'danger', risk: 2 },
    { target: { id: other }, harm: 'goods' },
  ])
})
