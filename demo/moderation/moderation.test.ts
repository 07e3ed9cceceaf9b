import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isReasonFor } from '#contract/moderation/reports/report-reasons.ts'
import type { Case, CaseCard } from '#contract/moderation/cases/cases.ts'
import { shippedRules } from '#server/moderation/guard/shipped-rules.ts'
import { loadMessageModel } from '#server/moderation/guard/judgement/message-judge.ts'
import { demoSignIns } from '#demo/demo-sign-ins.ts'
import { DEMO_PRODUCTS } from '#demo/market.ts'
import { fillDemo } from '#demo/fill.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#demo/people.ts'
import { refuseDemoAccounts } from '#demo/refuse-demo-accounts.ts'
import { cheapHash } from '#testing/accounts/cheap-passwords.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { totpCode } from '#testing/services/totp.ts'
import { setUp } from '#testing/set-up.ts'
import { DECIDED_CASES } from './decided-cases.ts'
import { CAPSULES, SEALED_PHONE } from './doubtful-listings.ts'
import { DEMO_MODERATION } from './moderation.ts'
import { OPEN_CASES } from './open-cases.ts'
import { DEMO_RECOVERY_CODES, DEMO_TOTP_SECRET } from './staff.ts'

const MODERATOR = 'dede@example.com'
const ADMINISTRATOR = 'edem@example.com'
const CASES = DEMO_MODERATION.cases

const withoutPhotos = <Listing extends { photos: string[] }>(listings: Listing[]): Listing[] =>
  listings.map((listing) => ({ ...listing, photos: [] }))

/** The demo market without its photos, which take a minute. */
async function createDemoMarket() {
  const test = await createTestApp()
  await test.db.deleteFrom('profiles').execute()
  await fillDemo({
    db: test.db,
    secrets: test.secrets,
    hashPassword: cheapHash,
    storage: { put: async () => undefined, read: async () => null, remove: async () => undefined },
    report: () => undefined,
    products: withoutPhotos(DEMO_PRODUCTS),
    moderation: { ...DEMO_MODERATION, listings: withoutPhotos(DEMO_MODERATION.listings) },
  })
  return test
}
const test = setUp(createDemoMarket)

async function signInStaff(email: string, code: string) {
  const client = createAnonymousClient(test.app)
  const send = async <Reply>(method: string, path: string, body?: object) =>
    (await (await client.send(method, path, body)).json()) as Reply
  const login = { email, password: DEMO_PASSWORD }
  const { challenge } = await send<{ challenge: string }>('POST', '/api/auth/login', login)
  const { session } = await send<{ session: { access_token: string } }>('POST', '/api/auth/two-factor', {
    challenge,
    code,
  })
  client.token = session.access_token
  return { call: send }
}

interface Queue {
  items: CaseCard[]
  open: number
}

describe('the demo moderator', () => {
  it('signs in with a recovery code and sees the open cases, the most urgent first', async () => {
    const { call } = await signInStaff(MODERATOR, DEMO_RECOVERY_CODES[0] ?? '')
    const { items, open } = await call<Queue>('GET', '/api/moderation/cases')
    expect(open).toBe(OPEN_CASES.length)
    expect(items[0]).toMatchObject({ title: SEALED_PHONE, reports: 2 })
    expect(items.flatMap(({ reports }) => Array.from({ length: reports }))).toHaveLength(8)

    const first = await call<Case>('GET', `/api/moderation/cases/${items[0]?.id}`)
    expect(first.signals.map(({ text }) => text)).toContain('The listing has words of a known trick')
    expect(first.answers).toHaveLength(1)
    expect(first.facts).toContainEqual({ label: 'Status', text: 'Held' })
    const { appeals } = await call<{ appeals: { bar: string | null }[] }>('GET', '/api/moderation/appeals')
    expect(appeals.map(({ bar }) => bar)).toEqual([null, null])
  })

  it('reads the reported chat with the message that the guard warned of', async () => {
    const { call } = await signInStaff(MODERATOR, DEMO_RECOVERY_CODES[1] ?? '')
    const { items } = await call<Queue>('GET', '/api/moderation/cases')
    const ofMessage = items.find(
      ({ target, subject }) => target.kind === 'message' && subject.name === 'Ebo Nyarko',
    )
    const { messages } = await call<{ messages: { id: string; isReported: boolean }[] }>(
      'POST',
      `/api/moderation/cases/${ofMessage?.id}/messages`,
    )
    const reported = messages.find(({ isReported }) => isReported)
    const { warnings } = await test.db
      .selectFrom('messages')
      .select('warnings')
      .where('id', '=', reported?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(warnings?.length).toBeGreaterThan(0)
  })
})

it('the lines at startup say how the staff sign in', async () => {
  const lines = (await demoSignIns(test.db)).join('\n')
  for (const shown of [MODERATOR, ADMINISTRATOR, ...DEMO_RECOVERY_CODES.slice(0, 2), DEMO_TOTP_SECRET])
    expect(lines).toContain(shown)
})

it('the demo administrator signs in with a code of the authenticator app', async () => {
  const { call } = await signInStaff(ADMINISTRATOR, await totpCode(DEMO_TOTP_SECRET))
  expect(await call('GET', '/api/own-role')).toMatchObject({ role: 'administrator' })
})

it('the figures of the last two whole months have reports, removals and appeals', async () => {
  const { months } = await test.api.call('getTransparency', {})
  for (const month of months.slice(1, 3)) {
    expect(month.reports).toBeGreaterThan(0)
    expect(month.removed).toBeGreaterThan(0)
    expect(month.medianHours).toBeGreaterThan(0)
  }
  const sum = (figure: 'reports' | 'suspended' | 'appeals' | 'appealsUpheld') =>
    months.reduce((total, month) => total + month[figure], 0)
  expect([sum('suspended'), sum('appeals'), sum('appealsUpheld')]).toEqual([2, 4, 1])
  expect(sum('reports')).toBe(CASES.flatMap(({ reports }) => reports).length)
})

it('the listings that moderators hold or removed are not public', async () => {
  const titles = DEMO_MODERATION.listings.map(({ title }) => title)
  const { rows } = await sql<{ title: string; status: string }>`
    select title, status from products where title = any(${titles}) order by title`.execute(test.db)
  expect(rows).toEqual(titles.toSorted().map((title) => ({ title, status: 'held' })))
  const { count } = await test.db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow()
  expect(count).toBe(titles.length)
})

it('the open cases have the risk that the database would compute after a new report', async () => {
  const risks = () =>
    test.db.selectFrom('cases').select(['id', 'risk']).where('state', '=', 'open').orderBy('id').execute()
  const before = await risks()
  await sql`select assess_case(target_kind, target_id, subject_id, 0) from cases where state = 'open'`.execute(
    test.db,
  )
  expect(await risks()).toEqual(before)
  expect(before.every(({ risk }) => risk > 0)).toBe(true)
})

it('the moderator decides a case and reverses both appealed decisions', async () => {
  const { call } = await signInStaff(MODERATOR, DEMO_RECOVERY_CODES[2] ?? '')
  const { items, open } = await call<Queue>('GET', '/api/moderation/cases')
  const message = items.find(({ target }) => target.kind === 'message')
  await call('POST', '/api/moderation/decisions', {
    target: message?.target,
    caseId: message?.id,
    action: 'warn',
    rule: 'no-money-first',
    words: 'Let buyers look before they pay.',
    days: null,
  })
  expect(await call('GET', '/api/moderation/cases')).toMatchObject({ open: open - 1 })
  const { appeals } = await call<{ appeals: { id: string }[] }>('GET', '/api/moderation/appeals')
  for (const { id } of appeals)
    await call('POST', `/api/moderation/appeals/${id}`, { outcome: 'upheld', words: 'You were right.' })
  const sanctions = await test.db.selectFrom('sanctions').select('kind').execute()
  expect(sanctions).toEqual([{ kind: 'banned' }])
  const { status } = await test.db
    .selectFrom('products')
    .select('status')
    .where('title', '=', CAPSULES)
    .executeTakeFirstOrThrow()
  expect(status).toBe('available')
})

it('a public site is refused while the moderator exists', async () => {
  await test.db
    .deleteFrom('profiles')
    .where('id', 'in', (eb) => eb.selectFrom('accounts').select('id').where('email', '<>', MODERATOR))
    .execute()
  await expect(refuseDemoAccounts(test.db)).rejects.toThrow(/^PUBLIC_URL/)
  await test.db.deleteFrom('accounts').execute()
  await expect(refuseDemoAccounts(test.db)).resolves.toBeUndefined()
})

describe('the cases', () => {
  const roleOf = (key: string) => DEMO_PEOPLE.find((person) => person.key === key)?.role

  it.each(CASES)('have reasons that fit their target, and steps in order of time: $about.kind', (each) => {
    const { about, reports, decisions = [] } = each
    for (const { reason } of reports) expect(isReasonFor(reason, about.kind), reason).toBe(true)
    const decided = Math.max(0, ...decisions.map(({ ageHours }) => ageHours))
    for (const { ageHours } of reports) expect(ageHours).toBeGreaterThan(decided)
    for (const { by, ageHours, appeal } of decisions) {
      expect(roleOf(by)).toBeDefined()
      if (!appeal) continue
      expect(appeal.ageHours).toBeLessThan(ageHours)
      expect(appeal.decided?.ageHours ?? 0).toBeLessThan(appeal.ageHours)
      expect(appeal.decided?.by).not.toBe(by)
    }
  })

  it('are sorted from oldest to newest if they are decided', () => {
    const opened = DECIDED_CASES.map(({ reports }) => Math.max(...reports.map(({ ageHours }) => ageHours)))
    expect(opened).toEqual(opened.toSorted((one, other) => other - one))
  })
})

it('the guard finds the trick words that the signal names', () => {
  const { engine } = shippedRules('sankofa.test', loadMessageModel())
  const phone = DEMO_MODERATION.listings.find(({ title }) => title === SEALED_PHONE)
  const ofSeller = engine(phone?.description ?? '').hits.filter(({ side }) => side === 'seller')
  const words = ofSeller.map((hit) => hit.words)
  const signal = OPEN_CASES.flatMap(({ signals = [] }) => signals).find(
    ({ reason }) => reason === 'trick-words',
  )
  expect(signal?.detail).toEqual({ words })
})
