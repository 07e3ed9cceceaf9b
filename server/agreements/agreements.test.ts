import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Role, StepName } from '#contract/agreements/steps.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { openConversation, readConversation, sendStep, takeStep } from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call, setStatus } from '#testing/market/selling.ts'
import { codeOf } from '#testing/replies.ts'
import { createTestContext } from '#testing/context.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'
import { endDueAgreements } from './ending.ts'

const { ama: AMA, kofi: KOFI, esi: ESI } = PEOPLE

const test = setUp(createMarket)
const ctx = setUp(async () => createTestContext(test.database, { live: test.live, jobs: test.jobs }))
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
const esi = setUpClient(test, 'esi')
const who = { buyer: kofi, seller: ama }
let productId: string
let chat: string

beforeEach(async () => {
  for (const table of ['conversations', 'products', 'rate_limits', 'notifications', 'blocks'] as const)
    await test.db.deleteFrom(table).execute()
  productId = await insertProduct(test.db)
  chat = await openConversation(kofi, productId)
})

const product = () =>
  test.db
    .selectFrom('products')
    .select(['status', 'buyer_id'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
const AVAILABLE = { status: 'available', buyer_id: null }
const RESERVED = { status: 'reserved', buyer_id: KOFI.id }
const SOLD = { status: 'sold', buyer_id: KOFI.id }

const newest = async () => (await readConversation(kofi, chat)).agreement
const lines = async (reader = kofi) =>
  (await call<{ messages: Message[] }>(reader, 'GET', `/api/conversations/${chat}/messages`)).messages
const heard = async (personId: string) =>
  (
    await test.db
      .selectFrom('notifications')
      .select('content')
      .where('user_id', '=', personId)
      .where('read', '=', false)
      .orderBy('created_at')
      .execute()
  ).map(({ content }) => content)

type Taken = [by: Role, step: StepName, more?: { price?: number; reason?: 'changed-mind' }]
const OFFER: Taken = ['buyer', 'offer', { price: 1500 }]
const AGREED: Taken[] = [OFFER, ['seller', 'accept']]

async function take(...steps: Taken[]) {
  for (const [by, step, more] of steps) await takeStep(who[by], chat, { step, ...more })
}

/** Makes the time of the newest agreement be over, and runs the job. */
async function letTimePass() {
  await test.db
    .updateTable('agreements')
    .set({ due: sql`now()` })
    .where('due', 'is not', null)
    .execute()
  await endDueAgreements(ctx)
}

describe('each row of the table', () => {
  it.each<[string, Taken[], object, object]>([
    ['an offer', [OFFER], { state: 'offered', price: 1500, isBuyersOffer: true }, AVAILABLE],
    [
      'an offer by the seller',
      [['seller', 'offer', { price: 1700 }]],
      { state: 'offered', isBuyersOffer: false },
      AVAILABLE,
    ],
    ['a reservation', [['seller', 'reserve']], { state: 'agreed', price: 1800 }, RESERVED],
    ['accepted', AGREED, { state: 'agreed', price: 1500 }, RESERVED],
    [
      'offered back',
      [OFFER, ['seller', 'offer', { price: 1700 }]],
      { state: 'offered', price: 1700 },
      AVAILABLE,
    ],
    ['declined', [OFFER, ['seller', 'decline']], { outcome: 'declined', endedBy: 'seller' }, AVAILABLE],
    ['withdrawn', [OFFER, ['buyer', 'withdraw']], { outcome: 'withdrawn' }, AVAILABLE],
    ['coming', [...AGREED, ['buyer', 'come']], { state: 'agreed', isComing: true }, RESERVED],
    ['kept longer', [...AGREED, ['seller', 'keep']], { state: 'agreed', isKeptLonger: true }, RESERVED],
    [
      'cancelled',
      [...AGREED, ['buyer', 'cancel', { reason: 'changed-mind' }]],
      { outcome: 'cancelled', endedBy: 'buyer', reason: 'changed-mind' },
      AVAILABLE,
    ],
    [
      'half confirmed',
      [...AGREED, ['seller', 'confirm']],
      { state: 'half-confirmed', confirmedBy: 'seller' },
      RESERVED,
    ],
    ['done', [...AGREED, ['buyer', 'confirm'], ['seller', 'confirm']], { state: 'done', due: null }, SOLD],
    [
      'denied',
      [...AGREED, ['seller', 'confirm'], ['buyer', 'deny']],
      { state: 'agreed', confirmedBy: null },
      RESERVED,
    ],
  ])('%s', async (_, steps, agreement, becomes) => {
    await take(...steps)
    expect(await newest()).toMatchObject(agreement)
    expect(await product()).toEqual(becomes)
    expect((await lines()).map(({ step, content }) => [step?.kind, step?.by, content])).toEqual(
      steps.map(([by, step]) => [step, by, '']),
    )
    expect((await lines()).at(-1)?.step?.agreement).toEqual(await newest())
  })

  it.each<[string, Taken[], object, object, string | undefined]>([
    ['an offer expires', [OFFER], { outcome: 'expired' }, AVAILABLE, 'Nobody answered the offer in time.'],
    [
      'a reservation lapses',
      AGREED,
      { outcome: 'lapsed' },
      AVAILABLE,
      'The reservation has ended. Did you meet?',
    ],
    [
      'one confirmation sells it',
      [...AGREED, ['buyer', 'confirm']],
      { outcome: 'unconfirmed' },
      SOLD,
      'It does not count as a confirmed deal.',
    ],
  ])('%s after its time', async (_, steps, agreement, becomes, text) => {
    await take(...steps)
    await letTimePass()
    expect(await newest()).toMatchObject({ state: 'ended', due: null, ...agreement })
    expect(await product()).toEqual(becomes)
    for (const { id } of [AMA, KOFI]) expect((await heard(id)).join('\n')).toContain(text)
  })

  it('a sale by one confirmation is told to the seller and to those who saved the product', async () => {
    await call(esi, 'PUT', `/api/favourites/${productId}`)
    await take(...AGREED, ['buyer', 'confirm'])
    await letTimePass()
    for (const { id } of [AMA, ESI])
      expect((await heard(id)).join('\n').replaceAll(/[\u2068\u2069]/g, '')).toMatch(
        /A54"( from your favourites)? is sold/,
      )
  })

  it('a reservation that lapsed can still be confirmed for a week, by its seller first', async () => {
    await take(...AGREED)
    await letTimePass()
    expect(await codeOf(await sendStep(kofi, chat, { step: 'confirm' }))).toBe('agreement-changed')
    await take(['seller', 'confirm'], ['buyer', 'deny'])
    expect(await newest()).toMatchObject({ outcome: 'lapsed', confirmedBy: null })
    expect(await product()).toEqual(AVAILABLE)
    expect((await lines()).slice(-2).map(({ step }) => step?.kind)).toEqual(['confirm', 'deny'])
    await take(['seller', 'confirm'], ['buyer', 'confirm'])
    expect(await newest()).toMatchObject({ state: 'done', outcome: null })
    expect(await product()).toEqual(SOLD)
  })

  it('a time that is over ends it, even before the job does', async () => {
    await take(OFFER)
    await test.db
      .updateTable('agreements')
      .set({ due: sql`now()` })
      .execute()
    expect(await codeOf(await sendStep(ama, chat, { step: 'accept' }))).toBe('agreement-changed')
  })

  it('keeping it longer adds to the time that is left', async () => {
    await take(...AGREED)
    const before = Date.parse((await newest())?.due ?? '')
    await take(['seller', 'keep'])
    expect(Date.parse((await newest())?.due ?? '') - before).toBe(72 * 3_600_000)
  })
})

it('the other person reads what happened, and a withdrawal is silent', async () => {
  await take(OFFER)
  expect(await heard(AMA.id)).toEqual(['Kofi Boateng offers GH₵1,500.00 for Samsung Galaxy A54.'])
  expect(await heard(KOFI.id)).toEqual([])
  await call(ama, 'POST', `/api/conversations/${chat}/read`, { seq: 1 })
  await take(['buyer', 'withdraw'])
  expect(await heard(AMA.id)).toEqual([])
  expect(await call(ama, 'GET', '/api/conversations/unread')).toEqual({ count: 0 })
  await take(OFFER, ['seller', 'accept'])
  expect((await heard(KOFI.id))[0]).toMatch(
    /^Ama Mensah accepts GH₵1,500\.00\. Reserved until \w{3} \d{1,2} \w{3}, \d\d:\d\d\.$/,
  )
})

it('a line of the site is unread for both people until each has read it', async () => {
  await take(OFFER)
  for (const person of [ama, kofi]) await call(person, 'POST', `/api/conversations/${chat}/read`, { seq: 1 })
  await letTimePass()
  const unread = async (person: typeof ama) =>
    (await call<{ count: number }>(person, 'GET', '/api/conversations/unread')).count
  expect([await unread(ama), await unread(kofi)]).toEqual([1, 1])
  expect((await lines()).at(-1)).toMatchObject({ senderId: null, step: { kind: 'expired', by: null } })
  await call(ama, 'POST', `/api/conversations/${chat}/read`, { seq: 2 })
  expect([await unread(ama), await unread(kofi)]).toEqual([0, 1])
  expect(await heard(AMA.id)).toEqual([])
  await call(kofi, 'POST', `/api/conversations/${chat}/read`, { seq: 2 })
  expect(await unread(kofi)).toBe(0)
})

it('steps that are not possible are refused and change nothing', async () => {
  const refused = async (by: Role, step: Parameters<typeof sendStep>[2]) =>
    codeOf(await sendStep(who[by], chat, step))
  expect(await refused('seller', { step: 'accept' })).toBe('agreement-changed')
  expect(await refused('buyer', { step: 'reserve' })).toBe('agreement-changed')
  for (const price of [0, -1, 899, 1800.01, 900.005, 1e9])
    expect(await refused('buyer', { step: 'offer', price })).toBe('invalid-input')
  expect(await refused('buyer', { step: 'offer' })).toBe('invalid-input')
  await take(OFFER)
  const first = await newest()
  expect(await refused('buyer', { step: 'accept' })).toBe('agreement-changed')
  expect(await refused('seller', { step: 'withdraw' })).toBe('agreement-changed')
  await take(['seller', 'offer', { price: 1700 }])
  expect(await refused('seller', { step: 'accept', agreementId: first?.id ?? '' })).toBe('agreement-changed')
  expect(await refused('buyer', { step: 'accept', agreementId: first?.id ?? '' })).toBe('agreement-changed')
  await take(['buyer', 'accept'])
  expect(await refused('seller', { step: 'cancel' })).toBe('invalid-input')
  expect(await refused('seller', { step: 'cancel', reason: 'bought-elsewhere' })).toBe('invalid-input')
  await take(['seller', 'keep'])
  expect(await refused('seller', { step: 'keep' })).toBe('agreement-changed')
  await take(['buyer', 'confirm'])
  expect(await refused('buyer', { step: 'confirm' })).toBe('agreement-changed')
  expect(await lines()).toHaveLength(5)
  expect(await product()).toEqual(RESERVED)
})

it('moderators get a signal about a confirmation that the other denies', async () => {
  await take(...AGREED, ['seller', 'confirm'], ['buyer', 'deny'])
  const signals = await test.db.selectFrom('signals').select(['target_id', 'reason']).execute()
  expect(signals).toEqual([{ target_id: AMA.id, reason: 'deal-denied' }])
})

it('a fixed price takes no offers, but can be reserved', async () => {
  await test.db.updateTable('products').set({ price_type: 'fixed' }).execute()
  expect(await codeOf(await sendStep(kofi, chat, { step: 'offer', price: 1500 }))).toBe('price-fixed')
  await take(['seller', 'reserve'])
  expect(await product()).toEqual(RESERVED)
})

it('each person makes at most three offers for a product', async () => {
  for (const price of [1000, 1100, 1200]) await take(['buyer', 'offer', { price }], ['seller', 'decline'])
  expect(await codeOf(await sendStep(kofi, chat, { step: 'offer', price: 1300 }))).toBe('too-many-offers')
  expect((await readConversation(kofi, chat)).offersLeft).toBe(0)
  expect((await readConversation(ama, chat)).offersLeft).toBe(3)
  await take(['seller', 'offer', { price: 1700 }], ['buyer', 'accept'])
})

it('a product is promised to one person only', async () => {
  const other = await openConversation(esi, productId)
  await takeStep(esi, other, { step: 'offer', price: 1600 })
  await take(...AGREED)
  expect(await codeOf(await sendStep(ama, other, { step: 'accept' }))).toBe('promised-to-another')
  await takeStep(esi, other, { step: 'withdraw' })
  expect(await codeOf(await sendStep(ama, other, { step: 'reserve' }))).toBe('promised-to-another')
  expect((await readConversation(esi, other)).isPromised).toBe(true)
  expect((await readConversation(esi, other)).agreement?.price).toBe(1600)
  await take(['seller', 'cancel', { reason: 'changed-mind' }])
  expect(await heard(ESI.id)).toContain('"Samsung Galaxy A54" is available again')
})

it('a stranger takes no step and reads none', async () => {
  await take(OFFER)
  const body = { clientKey: crypto.randomUUID(), step: 'accept', agreementId: (await newest())?.id }
  expect((await esi.send('POST', `/api/conversations/${chat}/steps`, body)).status).toBe(403)
  expect((await esi.send('POST', `/api/conversations/${crypto.randomUUID()}/steps`, body)).status).toBe(404)
  expect((await newest())?.state).toBe('offered')
})

it('a repeated step is taken once and returns the same message', async () => {
  const step = { step: 'offer' as const, price: 1500, clientKey: crypto.randomUUID() }
  const first = await takeStep(kofi, chat, step)
  await take(['seller', 'accept'])
  expect(await takeStep(kofi, chat, step)).toEqual({ ...first, read: expect.any(Boolean) as boolean })
  expect(await codeOf(await sendStep(ama, chat, { ...step, step: 'confirm' }))).toBe('forbidden')
  expect(await lines()).toHaveLength(2)
})

describe('what the seller does with the listing outweighs the agreement', () => {
  it.each([
    ['available', undefined, { state: 'ended', outcome: 'cancelled', reason: 'changed-mind' }],
    ['sold', null, { state: 'ended', outcome: 'cancelled', reason: 'sold-elsewhere' }],
    ['sold', undefined, { state: 'half-confirmed', confirmedBy: 'seller' }],
  ])('%s to %s', async (status, buyerId, agreement) => {
    await take(...AGREED)
    await setStatus(ama, productId, { status, ...(buyerId === null && { buyerId }) })
    expect(await newest()).toMatchObject(agreement)
    expect((await product()).status).toBe(status)
    expect((await lines()).at(-1)?.step?.by).toBe('seller')
  })

  it('the seller confirms with it a deal that the buyer confirmed', async () => {
    await take(...AGREED, ['buyer', 'confirm'])
    await setStatus(ama, productId, { status: 'sold' })
    expect(await newest()).toMatchObject({ state: 'done' })
    expect(await product()).toEqual(SOLD)
    expect((await lines()).at(-1)?.step).toMatchObject({ kind: 'confirm', by: 'seller' })
  })

  it('a buyer takes nothing that the seller reserved for somebody else', async () => {
    await take(['seller', 'offer', { price: 1700 }])
    const reserved = { status: 'reserved', buyer_id: ESI.id }
    await test.db.updateTable('products').set(reserved).execute()
    expect(await codeOf(await sendStep(kofi, chat, { step: 'accept' }))).toBe('promised-to-another')
    expect((await readConversation(kofi, chat)).isPromised).toBe(true)
    expect(await product()).toEqual(reserved)
  })

  it('the buyer confirms a sale that the seller marked', async () => {
    await take(...AGREED)
    await setStatus(ama, productId, { status: 'sold' })
    await take(['buyer', 'confirm'])
    expect(await newest()).toMatchObject({ state: 'done' })
    expect(await product()).toEqual(SOLD)
  })
})

describe('an agreement', () => {
  beforeEach(() => take(...AGREED))

  it('ends with a block', async () => {
    await call(kofi, 'PUT', `/api/blocks/${AMA.id}`)
    expect(await product()).toEqual(AVAILABLE)
    expect((await lines(ama)).at(-1)?.step).toMatchObject({ kind: 'cancel', by: 'buyer' })
    expect(await codeOf(await sendStep(ama, chat, { step: 'reserve' }))).toBe('person-unavailable')
  })

  it('ends with a suspension of one of the two, and another waits for its end', async () => {
    const decision_id = crypto.randomUUID()
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await test.db
      .insertInto('sanctions')
      .values({ person_id: KOFI.id, kind: 'suspended', until, decision_id })
      .execute()
    expect(await product()).toEqual(AVAILABLE)
    expect((await readConversation(ama, chat)).agreement).toMatchObject({ outcome: 'off' })
    expect(await codeOf(await sendStep(ama, chat, { step: 'reserve' }))).toBe('person-unavailable')
    await test.db.deleteFrom('sanctions').execute()
  })

  it('ends with its buyer', async () => {
    await test.db.transaction().execute((tx) => tx.deleteFrom('profiles').where('id', '=', KOFI.id).execute())
    expect(await product()).toEqual(AVAILABLE)
    expect((await readConversation(ama, chat)).agreement).toMatchObject({ outcome: 'off' })
    await test.db.insertInto('profiles').values(KOFI).execute()
  })

  it('ends with its product', async () => {
    await test.db.deleteFrom('products').execute()
    expect(await newest()).toMatchObject({ state: 'ended', outcome: 'off' })
    expect((await lines()).at(-1)?.step?.kind).toBe('off')
  })
})

it('a held listing cannot be promised, but what was agreed can be confirmed', async () => {
  await take(OFFER)
  const hold = () => sql`update products set status_before_hold = status, status = 'held'`.execute(test.db)
  const show = () =>
    sql`update products set status = status_before_hold, status_before_hold = null`.execute(test.db)
  await hold()
  expect(await codeOf(await sendStep(ama, chat, { step: 'accept' }))).toBe('product-held')
  await show()
  await take(['seller', 'accept'])
  await hold()
  await take(['seller', 'confirm'], ['buyer', 'confirm'])
  await show()
  expect(await product()).toEqual(SOLD)
})

describe('the database', () => {
  it('never changes an agreed amount', async () => {
    await take(OFFER)
    const changing = test.db.updateTable('agreements').set({ price: 1 }).execute()
    await expect(changing).rejects.toMatchObject({ constraint: 'agreed_amount_stays' })
  })

  it('refuses an agreement that its product does not follow', async () => {
    await take(...AGREED)
    const breaking = test.db.transaction().execute(async (tx) => {
      await sql`alter table products disable trigger agreement_follows`.execute(tx)
      await tx.updateTable('products').set({ status: 'available', buyer_id: null }).execute()
      await tx.updateTable('agreements').set({ is_coming: true }).execute()
    })
    await expect(breaking).rejects.toMatchObject({ constraint: 'product_is_as_agreed' })
  })
})

it('racing steps have one winner, and product and agreement agree', async () => {
  const other = await openConversation(esi, productId)
  for (let round = 0; round < 10; round += 1) {
    await test.db.deleteFrom('rate_limits').execute()
    await test.db.deleteFrom('agreements').execute()
    await test.db.updateTable('products').set({ status: 'available', buyer_id: null }).execute()
    await takeStep(kofi, chat, { step: 'offer', price: 1500 })
    await takeStep(esi, other, { step: 'offer', price: 1600 })
    const racing = [
      sendStep(ama, chat, { step: 'accept' }),
      sendStep(ama, other, { step: 'accept' }),
      sendStep(kofi, chat, { step: 'withdraw' }),
      sendStep(ama, chat, { step: 'decline' }),
    ]
    const replies = await Promise.all(racing)
    expect(replies.every(({ status }) => status < 500)).toBe(true)
    const promised = await test.db
      .selectFrom('agreements')
      .select('buyer_id')
      .where('state', '=', 'agreed')
      .execute()
    expect(promised.length).toBeLessThanOrEqual(1)
    expect((await product()).buyer_id).toBe(promised[0]?.buyer_id ?? null)
  }
})
