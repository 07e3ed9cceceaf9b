import { beforeEach, describe, expect, it } from 'vitest'
import { type Bar, BARS } from '#contract/moderation/staff/staff.ts'
import type { Case, CaseCard, DecisionLine } from '#contract/moderation/cases/cases.ts'
import type { AppealLine, OwnDecision } from '#contract/moderation/appeals/appeals.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { enterSecondStep, signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createMarket)
let kofi: TestClient
let yaw: TestClient
let abena: TestClient

beforeEach(async () => {
  for (const table of [
    'rate_limits',
    'sanctions',
    'cases',
    'appeals',
    'staff',
    'conversations',
    'product_reviews',
    'blocks',
  ] as const)
    await test.db.deleteFrom(table).execute()
  kofi = await signIn(test, 'kofi')
  yaw = await signInStaff(test, 'moderator')
  abena = await signInStaff(test, 'administrator', 'abena')
})

const body = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as T
const codeOf = async (response: Promise<Response>) =>
  (await body<{ error?: { code: string } }>(response)).error?.code
const listingOf = async (seller_id?: string): Promise<Target> => ({
  kind: 'product',
  id: await insertProduct(test.db, seller_id ? { seller_id } : {}),
})
const report = (by: TestClient, target: Target) =>
  by.send('POST', '/api/reports', { target, reason: 'prepayment', words: 'I am Kofi from Osu' })
const queue = async (by: TestClient) =>
  (await body<{ items: CaseCard[] }>(by.send('GET', '/api/moderation/cases'))).items
const waiting = (by: TestClient) =>
  body<{ cases: number; appeals: number; links: number }>(by.send('GET', '/api/moderation/waiting'))
const decide = (by: TestClient, target: Target, action: string) =>
  by.send('POST', '/api/moderation/decisions', {
    target,
    action,
    rule: 'no-money-first',
    words: 'See the item first.',
    days: null,
  })
const remove = (by: TestClient, target: Target) => decide(by, target, 'remove')

describe('a reported moderator', () => {
  it('cannot see the case or the reporter', async () => {
    await report(kofi, await listingOf(STAFF.abena.id))
    await report(kofi, await listingOf(STAFF.yaw.id))
    const ofAbena = await test.db
      .selectFrom('cases')
      .select('id')
      .where('subject_id', '=', STAFF.abena.id)
      .executeTakeFirstOrThrow()
    expect((await queue(abena)).map(({ subject }) => subject.id)).toEqual([STAFF.yaw.id])
    expect(await waiting(abena)).toMatchObject({ cases: 1 })
    for (const path of [`cases/${ofAbena.id}`, `people/${STAFF.abena.id}`])
      expect((await abena.send('GET', `/api/moderation/${path}`)).status).toBe(404)
  })

  it('is handled by administrators only', async () => {
    await report(kofi, await listingOf(STAFF.abena.id))
    await report(kofi, await listingOf(STAFF.yaw.id))
    expect(await queue(yaw)).toEqual([])
    expect(await waiting(yaw)).toMatchObject({ cases: 0 })
    const [found] = await queue(abena)
    expect((await yaw.send('GET', `/api/moderation/cases/${found?.id}`)).status).toBe(404)
    expect((await abena.send('GET', `/api/moderation/cases/${found?.id}`)).status).toBe(200)
  })

  it('cannot read the conversation around their own reported message', async () => {
    const target = await listingOf()
    const { id } = await body<{ id: string }>(
      yaw.send('POST', '/api/conversations', { productId: target.id }),
    )
    const message = { content: 'Send me 200 first', clientKey: crypto.randomUUID() }
    const sent = await body<{ id: string }>(yaw.send('POST', `/api/conversations/${id}/messages`, message))
    await report(await signIn(test, 'ama'), { kind: 'message', id: sent.id })
    const [found] = await queue(abena)
    const look = (by: TestClient) => by.send('POST', `/api/moderation/cases/${found?.id}/messages`)
    expect((await look(yaw)).status).toBe(404)
    expect((await look(abena)).status).toBe(200)
  })
})

describe('a moderator with ties to a person', () => {
  /** The ties of Yaw to Ama, by kind. Abena has none. */
  const TIES: Record<Bar, () => Promise<unknown>> = {
    reported: async () => {
      // The report is about another listing and was decided before.
      const other = await listingOf()
      await report(yaw, other)
      await remove(abena, other)
    },
    conversation: async () => yaw.send('POST', '/api/conversations', { productId: (await listingOf()).id }),
    review: async () =>
      test.db
        .insertInto('product_reviews')
        .values({ product_id: (await listingOf(STAFF.yaw.id)).id, reviewer_id: PEOPLE.ama.id, rating: 1 })
        .execute(),
    block: async () => (await signIn(test, 'ama')).send('PUT', `/api/blocks/${STAFF.yaw.id}`),
  }
  it.each(BARS)('cannot decide about them and sees the reason (%s)', async (bar) => {
    const target = await listingOf()
    await report(kofi, target)
    await TIES[bar]()
    const [card] = await queue(yaw)
    const read = (by: TestClient) => body<Case>(by.send('GET', `/api/moderation/cases/${card?.id}`))
    expect((await read(yaw)).person.bar).toBe(bar)
    expect((await read(abena)).person.bar).toBeNull()
    expect(await codeOf(remove(yaw, target))).toBe('own-case')
    for (const action of ['approve', 'hold', 'restore'])
      expect(await codeOf(decide(yaw, target, action))).toBe('own-case')
    expect((await remove(abena, target)).status).toBe(201)
  })

  it.each(BARS)('cannot give them a role (%s)', async (bar) => {
    await TIES[bar]()
    yaw = await signInStaff(test, 'administrator')
    const give = (by: TestClient, role: string | null) =>
      by.send('PUT', `/api/moderation/people/${PEOPLE.ama.id}/role`, { role })
    expect(await codeOf(give(yaw, 'moderator'))).toBe('own-case')
    expect((await give(abena, 'moderator')).status).toBe(200)
    expect(await codeOf(give(yaw, null))).toBe('own-case')
    expect((await give(abena, null)).status).toBe(200)
  })

  it.each(BARS)('cannot delete their things or decide their appeals (%s)', async (bar) => {
    const target = await listingOf()
    const decision = await body<DecisionLine>(remove(abena, target))
    const ama = await signIn(test, 'ama')
    await ama.send('POST', `/api/decisions/${decision.id}/appeal`, { words: 'Why?' })
    await TIES[bar]()
    yaw = await signInStaff(test, 'administrator')
    const { appeals } = await body<{ appeals: AppealLine[] }>(yaw.send('GET', '/api/moderation/appeals'))
    const line = appeals.find((appeal) => appeal.decision.id === decision.id)
    expect(line?.bar).toBe(bar)
    const uphold = { outcome: 'upheld', words: 'They were wrong.' }
    expect(await codeOf(yaw.send('POST', `/api/moderation/appeals/${line?.id}`, uphold))).toBe('own-case')
    for (const path of [`people/${PEOPLE.ama.id}`, `listings/${target.id}`])
      expect(await codeOf(yaw.send('DELETE', `/api/moderation/${path}`))).toBe('own-case')
  })

  it('cannot read their messages around a reported one', async () => {
    const target = await listingOf()
    const { id } = await body<{ id: string }>(
      kofi.send('POST', '/api/conversations', { productId: target.id }),
    )
    const ama = await signIn(test, 'ama')
    const message = { content: 'Send me 200 first', clientKey: crypto.randomUUID() }
    const sent = await body<{ id: string }>(ama.send('POST', `/api/conversations/${id}/messages`, message))
    await report(kofi, { kind: 'message', id: sent.id })
    const [card] = await queue(yaw)
    const look = (by: TestClient) => by.send('POST', `/api/moderation/cases/${card?.id}/messages`)
    await TIES.block()
    expect(await codeOf(look(yaw))).toBe('own-case')
    expect((await look(abena)).status).toBe(200)
  })
})

describe('a moderator with an earlier account', () => {
  /** An earlier account of Yaw's, recognized by the same mailbox. */
  async function formerSelf(): Promise<string> {
    const { id } = await test.db
      .insertInto('people')
      .values({ id: crypto.randomUUID(), left_at: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hash = Buffer.alloc(32, 7)
    for (const person_id of [id, STAFF.yaw.id])
      await test.db.insertInto('identity_hashes').values({ person_id, hash }).execute()
    return id
  }
  beforeEach(() => test.db.deleteFrom('identity_hashes').execute())

  it('cannot see or decide a case about the earlier account', async () => {
    const subject_id = await formerSelf()
    const target = await listingOf()
    await test.db
      .insertInto('cases')
      .values({ target_kind: 'product', target_id: target.id, subject_id, evidence: '{"title": "Phone"}' })
      .execute()
    expect(await queue(yaw)).toEqual([])
    expect(await waiting(yaw)).toMatchObject({ cases: 0 })
    expect((await yaw.send('GET', `/api/moderation/people/${subject_id}`)).status).toBe(404)
    expect(await codeOf(remove(yaw, target))).toBe('own-case')
    expect(await queue(abena)).toHaveLength(1)
    expect((await remove(abena, target)).status).toBe(201)
  })

  it('cannot decide an appeal against a decision of the earlier account', async () => {
    const moderator_id = await formerSelf()
    const subject_id = PEOPLE.ama.id
    const { id: decision_id } = await test.db
      .insertInto('decisions')
      .values({ target_kind: 'person', target_id: subject_id, subject_id, moderator_id, action: 'warn' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await test.db
      .insertInto('appeals')
      .values({ decision_id, person_id: subject_id, words: 'Why?' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const reject = (by: TestClient) =>
      by.send('POST', `/api/moderation/appeals/${id}`, { outcome: 'rejected', words: 'It stays.' })
    expect(await waiting(yaw)).toMatchObject({ appeals: 0 })
    expect(await codeOf(reject(yaw))).toBe('own-case')
    expect((await reject(abena)).status).toBe(200)
  })
})

describe('an appeal', () => {
  const appealsOf = async (by: TestClient) =>
    (await body<{ appeals: AppealLine[] }>(by.send('GET', '/api/moderation/appeals'))).appeals
  const reject = (by: TestClient, id: string | undefined) =>
    by.send('POST', `/api/moderation/appeals/${id}`, { outcome: 'rejected', words: 'It stays.' })
  const appeal = async (by: TestClient, { id }: DecisionLine) =>
    expect((await by.send('POST', `/api/decisions/${id}/appeal`, { words: 'Why?' })).status).toBe(201)

  it('is not decided by the person who reported the listing', async () => {
    const target = await listingOf()
    await report(yaw, target)
    await appeal(await signIn(test, 'ama'), await body(remove(abena, target)))
    expect(await waiting(abena)).toMatchObject({ appeals: 0 })
    expect(await waiting(yaw)).toMatchObject({ appeals: 1 })
    const [line] = await appealsOf(yaw)
    expect(await codeOf(reject(yaw, line?.id))).toBe('own-case')
  })

  it('is decided once', async () => {
    const ama = await signIn(test, 'ama')
    await appeal(ama, await body(remove(abena, await listingOf())))
    const [line] = await appealsOf(yaw)
    expect((await reject(yaw, line?.id)).status).toBe(200)
    const uphold = { outcome: 'upheld', words: 'We were wrong.' }
    expect(await codeOf(yaw.send('POST', `/api/moderation/appeals/${line?.id}`, uphold))).toBe(
      'not-appealable',
    )
    const { items } = await body<{ items: OwnDecision[] }>(ama.send('GET', '/api/decisions'))
    expect(items[0]?.appeal).toMatchObject({ outcome: 'rejected', outcomeWords: 'It stays.' })
  })

  it('is decided by administrators only if it comes from staff', async () => {
    const esi = await signIn(test, 'esi')
    const target = await listingOf(STAFF.yaw.id)
    await appeal(yaw, await body(remove(abena, target)))
    const totp = { totp_enabled_at: new Date().toISOString(), totp_secret: Buffer.from('sealed') }
    await test.db.insertInto('staff').values({ account_id: PEOPLE.esi.id, role: 'moderator' }).execute()
    await test.db.updateTable('accounts').set(totp).where('id', '=', PEOPLE.esi.id).execute()
    await enterSecondStep(test, PEOPLE.esi.id)
    const [line] = await appealsOf(abena)
    expect(await codeOf(reject(esi, line?.id))).toBe('staff-case')
  })
})
