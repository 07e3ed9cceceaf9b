import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type HoldCause, holdNamed } from '#contract/selling/hold-causes.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { endHolds } from '#server/moderation/cases/ending-holds.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { codeOf } from '#testing/replies.ts'
import { call } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'
import { holdProduct, releaseProduct, REVIEW_CAUSES } from './service.ts'
import { recordSignal, withdrawSignal } from '#server/moderation/reports/service.ts'
import { largePlansOf } from '#testing/plans.ts'
import { selectEndedHolds } from './hold-queries.ts'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')

/** Announcements do nothing here; decisions.test.ts covers cleared pages. */
const ctx = () => ({
  db: test.db,
  jobs: test.jobs,
  changes: { announce: async () => undefined, onChange: () => undefined },
})
const hold = (productId: string, cause: HoldCause) =>
  test.db.transaction().execute((tx) => holdProduct(ctx(), tx, { productId, cause }))
const release = (productId: string, cause: HoldCause) =>
  test.db.transaction().execute((tx) => releaseProduct(ctx(), tx, { productId, causes: [cause] }))
const ownOf = (id: string) => call<OwnProduct>(ama, 'GET', `/api/selling/products/${id}`)
const notificationsOf = async (id: string) =>
  (await test.db.selectFrom('notifications').select('content').where('user_id', '=', id).execute()).map(
    ({ content }) => content,
  )
/** Brings the end of every hold closer by these days. */
const pass = (days: number) =>
  test.db
    .updateTable('product_holds')
    .set({ until: sql`until - make_interval(days => ${days})` })
    .execute()
const statusOf = async (id: string) =>
  (await test.db.selectFrom('products').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

it('a product stays hidden until its last hold is released, then regains its status', async () => {
  const id = await insertProduct(test.db, { status: 'sold', buyer_id: PEOPLE.kofi.id })
  await hold(id, 'moderator')
  await hold(id, 'suspended')
  await hold(id, 'suspended')
  await expect(test.api.call('getProduct', { params: { id } })).rejects.toMatchObject({ status: 404 })
  const own = (await (await ama.send('GET', `/api/selling/products/${id}`)).json()) as { status: string }
  expect(own.status).toBe('held')
  await release(id, 'moderator')
  expect(await statusOf(id)).toBe('held')
  await release(id, 'suspended')
  expect(await statusOf(id)).toBe('sold')
  await release(id, 'suspended')
  expect(await statusOf(id)).toBe('sold')
})

it('drafts are not held, and a held product’s status cannot change', async () => {
  const draft = await insertProduct(test.db, { status: 'draft' })
  await hold(draft, 'moderator')
  expect(await statusOf(draft)).toBe('draft')
  const id = await insertProduct(test.db)
  await hold(id, 'moderator')
  const response = await ama.send('PUT', `/api/selling/products/${id}/status`, {
    version: 1,
    status: 'sold',
  })
  expect(((await response.json()) as { error: { code: string } }).error.code).toBe('product-held')
})

describe('a held listing', () => {
  it.each(REVIEW_CAUSES.filter((cause) => holdNamed(cause).days !== undefined))(
    'shows the cause %s and goes online again when its days are over',
    async (cause) => {
      const id = await insertProduct(test.db)
      await hold(id, cause)
      const { days = 0 } = holdNamed(cause)
      expect(await ownOf(id)).toMatchObject({ hold: { cause, mayAnswer: true } })
      await pass(days - 1)
      await endHolds(ctx())
      expect(await statusOf(id)).toBe('held')
      await pass(1)
      await endHolds(ctx())
      expect(await ownOf(id)).toMatchObject({ status: 'available', hold: null })
    },
  )

  it('notifies its seller at the start and end, unless a decision does', async () => {
    await test.db.deleteFrom('notifications').execute()
    const id = await insertProduct(test.db, { title: 'Tecno Spark' })
    await hold(id, 'moderator')
    await release(id, 'moderator')
    expect(await notificationsOf(PEOPLE.ama.id)).toEqual([])
    await hold(id, 'imei-stolen')
    expect(await notificationsOf(PEOPLE.ama.id)).toEqual([
      expect.stringMatching(/^"Tecno Spark" is not shown for now\. .* reported it stolen\./),
    ])
    await pass(14)
    await endHolds(ctx())
    expect(await notificationsOf(PEOPLE.ama.id)).toContain('"Tecno Spark" is online again')
  })

  it('is reported to a person whose saved search it matches once its days are over', async () => {
    await test.db.deleteFrom('notifications').execute()
    const kofi = await signIn(test, 'kofi')
    const search = { query: '?search=accordion', alert: 'instant' }
    expect((await kofi.send('POST', '/api/saved-searches', search)).status).toBe(201)
    const id = await insertProduct(test.db, { title: 'Accordion' })
    await hold(id, 'imei-stolen')
    await pass(14)
    await endHolds(ctx())
    await test.jobs.settled()
    expect(await statusOf(id)).toBe('available')
    expect(await notificationsOf(PEOPLE.kofi.id)).toContain('New for your saved search: "Accordion"')
  })

  it('can be answered once a day, and the answer opens its case', async () => {
    const id = await insertProduct(test.db)
    const answer = () =>
      ama.send('POST', `/api/selling/products/${id}/answers`, { words: 'I have the receipt' })
    expect(await codeOf(await answer())).toBe('not-held')
    await hold(id, 'photo-of-another')
    await test.db.deleteFrom('cases').execute()
    expect((await answer()).status).toBe(201)
    expect(await ownOf(id)).toMatchObject({
      hold: { mayAnswer: false, answer: { words: 'I have the receipt' } },
    })
    expect(await codeOf(await answer())).toBe('answered-today')
    const cases = await test.db.selectFrom('cases').select('target_id').where('state', '=', 'open').execute()
    expect(cases).toEqual([{ target_id: id }])
    await test.db
      .updateTable('hold_answers')
      .set({ answered_on: sql`answered_on - 1` })
      .execute()
    expect((await answer()).status).toBe(201)
  })

  it('can be answered by its seller only, and not after a decision', async () => {
    const id = await insertProduct(test.db)
    await hold(id, 'removed')
    expect(await ownOf(id)).toMatchObject({ hold: { cause: 'removed', until: null, mayAnswer: false } })
    const answer = { words: 'It is mine' }
    expect(await codeOf(await ama.send('POST', `/api/selling/products/${id}/answers`, answer))).toBe(
      'not-held',
    )
    const kofi = await signIn(test, 'kofi')
    expect((await kofi.send('POST', `/api/selling/products/${id}/answers`, answer)).status).toBe(404)
  })

  it('needs an end in the database unless it was decided', async () => {
    const id = await insertProduct(test.db)
    const insert = (cause: string) =>
      test.db.insertInto('product_holds').values({ product_id: id, cause }).execute()
    await expect(insert('photo-of-another')).rejects.toThrow('decisions_and_goods_alone_hold_without_end')
    expect(await insert('removed')).toHaveLength(1)
  })
})

it('a case is opened when the signals reach enough weight', async () => {
  const id = await insertProduct(test.db)
  const signal = {
    target: { kind: 'product', id },
    subjectId: PEOPLE.ama.id,
    reason: 'first-listing',
  } as const
  const cases = () => test.db.selectFrom('cases').select(['risk']).where('target_id', '=', id).execute()
  await recordSignal(test.db, signal)
  await recordSignal(test.db, signal)
  expect(await cases()).toEqual([])
  await test.db
    .insertInto('signals')
    .values({
      target_kind: 'person',
      target_id: PEOPLE.ama.id,
      subject_id: PEOPLE.ama.id,
      reason: 'other',
      weight: 7,
    })
    .execute()
  await recordSignal(test.db, signal)
  expect(await cases()).toEqual([{ risk: 9 }])
  await withdrawSignal(test.db, signal)
  expect(await cases()).toEqual([{ risk: 7 }])
})

it('the index holds_that_end finds holds whose time is over', async () => {
  expect(await largePlansOf(test.database, (db) => selectEndedHolds(db, 100))).toContain('holds_that_end')
})
