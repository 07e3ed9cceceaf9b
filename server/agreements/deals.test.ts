import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEAL_REVIEW_DAYS } from '#contract/agreements/buyer-chips.ts'
import { createMarket, PASSWORD } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import {
  ageDeals,
  insertDeal,
  openConversation,
  readConversation,
  takeStep,
} from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call, insertConversation, setStatus } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const { ama: AMA, kofi: KOFI, esi: ESI } = PEOPLE

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
const esi = setUpClient(test, 'esi')

beforeEach(async () => {
  for (const table of ['conversations', 'products', 'rate_limits', 'access_traces', 'deal_figures'] as const)
    await test.db.deleteFrom(table).execute()
})

async function figures(id: string) {
  const { deals, kept } = await test.api.call('getSeller', { params: { id } })
  return { deals, kept }
}
const NONE = { deals: 0, kept: null }

/** Ama reserves a new product for the buyer, who says that they are coming. */
async function agree(buyer: TestClient, isAccepted = true) {
  const productId = await insertProduct(test.db)
  const chat = await openConversation(buyer, productId)
  await takeStep(ama, chat, { step: 'reserve' })
  if (isAccepted) await takeStep(buyer, chat, { step: 'come' })
  return { productId, chat }
}

async function deal(buyer: TestClient) {
  const made = await agree(buyer)
  await takeStep(buyer, made.chat, { step: 'confirm' })
  await takeStep(ama, made.chat, { step: 'confirm' })
  return made
}

const review = (by: TestClient, productId: string) =>
  call<{ verifiedPurchase: boolean; standing: string }>(by, 'POST', `/api/products/${productId}/reviews`, {
    rating: 5,
    title: '',
    comment: '',
  })

it('the seller’s word alone changes no figure and makes no verified purchase', async () => {
  const sold: string[] = []
  for (const buyerId of [undefined, KOFI.id]) {
    const productId = await insertProduct(test.db)
    const chat = await openConversation(kofi, productId)
    await call(kofi, 'POST', `/api/conversations/${chat}/messages`, {
      clientKey: crypto.randomUUID(),
      content: 'Hello',
    })
    await setStatus(ama, productId, { status: 'sold', ...(buyerId !== undefined && { buyerId }) })
    sold.push(productId)
  }
  expect(await review(kofi, sold[1] ?? '')).toMatchObject({
    verifiedPurchase: false,
    standing: 'without-conversation',
  })
  expect(await figures(AMA.id)).toEqual(NONE)
})

it('a confirmed deal counts for both, and its review is a verified purchase', async () => {
  const { productId } = await deal(kofi)
  expect(await figures(AMA.id)).toEqual({ deals: 1, kept: null })
  expect(await figures(KOFI.id)).toEqual({ deals: 1, kept: null })
  await ageDeals(test.db, DEAL_REVIEW_DAYS)
  expect(await review(kofi, productId)).toMatchObject({ verifiedPurchase: true, standing: 'counted' })
})

it('a review written before the deal becomes a verified purchase with it', async () => {
  const { productId, chat } = await agree(kofi)
  expect((await review(kofi, productId)).verifiedPurchase).toBe(false)
  await takeStep(ama, chat, { step: 'confirm' })
  await takeStep(kofi, chat, { step: 'confirm' })
  const { items } = await test.api.call('listReviews', { params: { id: productId } })
  expect(items).toMatchObject([{ verifiedPurchase: true }])
})

it('deals with one person count once', async () => {
  await deal(kofi)
  await deal(kofi)
  expect(await figures(AMA.id)).toEqual({ deals: 1, kept: null })
})

describe('kept agreements', () => {
  /** What counts of a person's agreements, of which fewer than three are not shown. */
  const counted = (id: string) =>
    test.db
      .selectFrom('deal_figures')
      .select(['kept', 'agreed'])
      .where('person_id', '=', id)
      .executeTakeFirst()

  it('are shown from three agreements on', async () => {
    await test.db
      .insertInto('deal_figures')
      .values({ person_id: KOFI.id, deals: 7, kept: 7, agreed: 8 })
      .execute()
    expect(await figures(KOFI.id)).toEqual({ deals: 7, kept: { count: 7, of: 8 } })
  })

  it('are broken by the person who cancels for a reason of their own, once for each partner', async () => {
    await deal(kofi)
    for (let time = 0; time < 2; time += 1) {
      const { chat } = await agree(kofi)
      await takeStep(kofi, chat, { step: 'cancel', reason: 'changed-mind' })
    }
    expect(await counted(KOFI.id)).toEqual({ kept: 1, agreed: 2 })
    expect(await counted(AMA.id)).toEqual({ kept: 1, agreed: 1 })
  })

  it.each([
    ['by what one says of the other', 'nobody-came', true],
    ['by a reservation that the buyer did not ask for', 'changed-mind', false],
  ] as const)('are not broken %s', async (_, reason, isAccepted) => {
    const { chat } = await agree(kofi, isAccepted)
    await takeStep(kofi, chat, { step: 'cancel', reason })
    expect([await counted(AMA.id), await counted(KOFI.id)]).toEqual([
      { kept: 0, agreed: 0 },
      { kept: 0, agreed: 0 },
    ])
  })

  it('are not broken for a buyer who never answered, whatever the seller confirms', async () => {
    const { chat } = await agree(kofi, false)
    const letTimePass = async () => {
      await sql`update agreements set due = now() where due is not null`.execute(test.db)
      await sql`select end_due_agreement(id) from agreements`.execute(test.db)
    }
    await letTimePass()
    await takeStep(ama, chat, { step: 'confirm' })
    await letTimePass()
    expect(await readConversation(kofi, chat)).toMatchObject({ agreement: { outcome: 'lapsed' } })
    for (const { id } of [AMA, KOFI]) expect(await counted(id)).toEqual({ kept: 0, agreed: 0 })
  })

  it('are not broken by a block', async () => {
    await agree(kofi)
    await call(kofi, 'PUT', `/api/blocks/${AMA.id}`)
    await test.db.deleteFrom('blocks').execute()
    expect(await counted(KOFI.id)).toEqual({ kept: 0, agreed: 0 })
  })
})

it('all people who left count as one, so that nobody deals again and again with one who comes back', async () => {
  for (let time = 0; time < 3; time += 1) {
    const { id: buyerId } = await test.db
      .insertInto('profiles')
      .values({ full_name: 'Yaw' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const productId = await insertProduct(test.db)
    const conversationId = await insertConversation(test.db, {
      productId,
      people: [AMA.id, buyerId],
      senders: [],
    })
    await insertDeal(test.db, { conversationId, productId, sellerId: AMA.id, buyerId })
    await test.db.deleteFrom('profiles').where('id', '=', buyerId).execute()
  }
  await deal(kofi)
  expect(await figures(AMA.id)).toEqual({ deals: 2, kept: null })
})

describe('accounts that belong together', () => {
  async function logIn(client: TestClient, email: string) {
    const { session } = await call<{ session: { access_token: string } }>(client, 'POST', '/api/auth/login', {
      email,
      password: PASSWORD,
    })
    client.token = session.access_token
  }

  it('gain nothing from deals with each other', async () => {
    const device = createAnonymousClient(test.app, '198.51.100.20')
    for (const { email } of [AMA, KOFI]) await logIn(device, email)
    await deal(kofi)
    expect([await figures(AMA.id), await figures(KOFI.id)]).toEqual([NONE, NONE])
  })

  it('count once for the person who deals with all of them', async () => {
    const device = createAnonymousClient(test.app, '198.51.100.20')
    for (const { email } of [KOFI, ESI]) await logIn(device, email)
    await deal(kofi)
    await deal(esi)
    await deal(kofi)
    expect(await figures(AMA.id)).toEqual({ deals: 1, kept: null })
    const { partners } = await test.db
      .selectFrom('deal_figures')
      .select('partners')
      .where('person_id', '=', AMA.id)
      .executeTakeFirstOrThrow()
    expect(partners).toBe(1)
  })

  it.each([
    [100, 1],
    [150, 0],
  ])('give the person who deals with %i of them %i deals', async (accounts, deals) => {
    const device = createAnonymousClient(test.app, '198.51.100.20')
    for (const { email } of [KOFI, ESI]) await logIn(device, email)
    await sql`
      with people as (
        insert into profiles (full_name) select 'Yaw ' || n from generate_series(1, ${accounts - 2}::int) n returning id
      ), accounts as (
        insert into accounts (id, email) select id, id || '@example.com' from people returning id
      )
      insert into access_traces (account_id, kind, hash)
      select a.id, 'device', t.hash from accounts a, access_traces t
      where t.account_id = ${KOFI.id} and t.kind = 'device'`.execute(test.db)
    await deal(kofi)
    await deal(esi)
    expect(await figures(AMA.id)).toEqual({ deals, kept: null })
  })
})
