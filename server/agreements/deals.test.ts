import { beforeEach, describe, expect, it } from 'vitest'
import { createMarket, PASSWORD } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { openConversation, takeStep } from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call, setStatus } from '#testing/market/selling.ts'
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

/** The buyer reserves a new product of Ama's. */
async function agree(buyer: TestClient) {
  const productId = await insertProduct(test.db)
  const chat = await openConversation(buyer, productId)
  await takeStep(ama, chat, { step: 'reserve' })
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

describe('kept agreements', () => {
  it('are shown from three agreements on', async () => {
    await deal(kofi)
    await deal(kofi)
    const { chat } = await agree(kofi)
    await takeStep(kofi, chat, { step: 'cancel', reason: 'changed-mind' })
    expect(await figures(KOFI.id)).toEqual({ deals: 2, kept: { count: 2, of: 3 } })
    expect(await figures(AMA.id)).toEqual({ deals: 2, kept: null })
  })

  it('are not broken by what one says of the other', async () => {
    await deal(kofi)
    await deal(kofi)
    for (const reason of ['nobody-came', 'not-as-described'] as const) {
      const { chat } = await agree(kofi)
      await takeStep(kofi, chat, { step: 'cancel', reason })
    }
    expect(await figures(AMA.id)).toEqual({ deals: 2, kept: null })
    expect(await figures(KOFI.id)).toEqual({ deals: 2, kept: null })
  })
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
    expect(await figures(AMA.id)).toEqual({ deals: 2, kept: null })
    const { partners } = await test.db
      .selectFrom('deal_figures')
      .select('partners')
      .where('person_id', '=', AMA.id)
      .executeTakeFirstOrThrow()
    expect(partners).toBe(1)
  })
})
