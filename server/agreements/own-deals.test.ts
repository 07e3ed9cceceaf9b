import { beforeEach, expect, it } from 'vitest'
import type { Deal } from '#contract/agreements/agreements.ts'
import { ROLES, waitsFor } from '#contract/agreements/steps.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { openConversation, takeStep } from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call } from '#testing/market/selling.ts'
import { plansOf } from '#testing/plans.ts'
import { codeOf } from '#testing/replies.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'
import { selectPage, selectWaiting } from './own-deal-queries.ts'

const { ama: AMA, kofi: KOFI } = PEOPLE

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
const esi = setUpClient(test, 'esi')

beforeEach(async () => {
  for (const table of ['conversations', 'products', 'rate_limits'] as const)
    await test.db.deleteFrom(table).execute()
})

interface Page {
  items: Deal[]
  nextCursor: string | null
  roles: string[]
}

const list = (who: TestClient, query = '') => call<Page>(who, 'GET', `/api/agreements${query}`)
const waiting = async (who: TestClient) =>
  (await call<Page>(who, 'GET', '/api/agreements/waiting')).items.map(({ product }) => product.title)
const titles = async (who: TestClient, query?: string) =>
  (await list(who, query)).items.map(({ product }) => product.title)

/** A conversation with Ama about a new product of hers. */
async function chatAbout(title: string, buyer = kofi) {
  const productId = await insertProduct(test.db, { title })
  return openConversation(buyer, productId)
}

async function offer(title: string, by: TestClient = kofi) {
  const chat = await chatAbout(title)
  await takeStep(by, chat, { step: 'offer', price: 1500 })
  return chat
}

it('waiting agreements come first, then open ones, then past ones, each newest first', async () => {
  const past = await offer('Past')
  await takeStep(ama, past, { step: 'decline' })
  await offer('Old offer of Ama', ama)
  await offer('Offer of Kofi')
  const met = await offer('Confirmed by Ama')
  await takeStep(ama, met, { step: 'accept' })
  await takeStep(ama, met, { step: 'confirm' })
  const reserved = await chatAbout('Reserved')
  await takeStep(ama, reserved, { step: 'reserve' })

  expect(await titles(kofi)).toEqual([
    'Confirmed by Ama',
    'Old offer of Ama',
    'Reserved',
    'Offer of Kofi',
    'Past',
  ])
  expect(await titles(ama)).toEqual([
    'Offer of Kofi',
    'Reserved',
    'Confirmed by Ama',
    'Old offer of Ama',
    'Past',
  ])
  expect(await waiting(kofi)).toEqual(['Confirmed by Ama', 'Old offer of Ama'])
  expect(await waiting(ama)).toEqual(['Offer of Kofi'])
})

it('tells the other person, the product and the amount, and whether the person sells', async () => {
  const chat = await offer('Kente')
  const [deal] = (await list(ama)).items
  expect(deal).toMatchObject({
    conversationId: chat,
    isSeller: true,
    other: { id: KOFI.id, name: 'Kofi Boateng' },
    product: { title: 'Kente', status: 'available' },
    agreement: { state: 'offered', price: 1500 },
  })
})

it('an offer that was answered by another one is not listed', async () => {
  const chat = await offer('Kente')
  await takeStep(ama, chat, { step: 'offer', price: 1700 })
  expect((await list(kofi)).items.map(({ agreement }) => agreement.price)).toEqual([1700])
})

it('lists one role, and tells which roles there are', async () => {
  await offer('Kente')
  const other = await insertProduct(test.db, { title: 'Drum', seller_id: KOFI.id })
  await takeStep(esi, await openConversation(esi, other), { step: 'offer', price: 1500 })
  expect((await list(kofi)).roles).toEqual(['buyer', 'seller'])
  expect((await list(esi)).roles).toEqual(['buyer'])
  expect(await titles(kofi, '?role=buyer')).toEqual(['Kente'])
  expect(await titles(kofi, '?role=seller')).toEqual(['Drum'])
})

it('lists pages that join, of past and open ones', async () => {
  const chat = await chatAbout('Many')
  const [{ product_id }] = (await test.db.selectFrom('conversations').select('product_id').execute()) as [
    { product_id: string },
  ]
  await test.db
    .insertInto('agreements')
    .values(
      Array.from({ length: 24 }, (_, index) => ({
        conversation_id: chat,
        product_id,
        seller_id: AMA.id,
        buyer_id: KOFI.id,
        price: index,
        is_buyers_offer: true,
        state: 'ended',
        outcome: 'declined',
        ended_at: new Date().toISOString(),
      })),
    )
    .execute()
  await takeStep(kofi, await chatAbout('Open'), { step: 'offer', price: 1500 })
  const first = await list(kofi)
  const second = await list(kofi, `?cursor=${first.nextCursor}`)
  expect(first.items[0]?.product.title).toBe('Open')
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([20, 5, null])
  const prices = [...first.items, ...second.items].slice(1).map(({ agreement }) => agreement.price)
  expect(prices).toEqual(Array.from({ length: 24 }, (_, index) => 23 - index))
  expect(await codeOf(await kofi.send('GET', '/api/agreements?cursor=7_x'))).toBe('invalid-input')
})

it('SQL and the table of steps agree on who is waited for', async () => {
  await offer('Of the buyer')
  await offer('Of the seller', ama)
  for (const [title, by] of [
    ['Confirmed by the seller', ama],
    ['Confirmed by the buyer', kofi],
  ] as const) {
    const chat = await offer(title)
    await takeStep(ama, chat, { step: 'accept' })
    await takeStep(by, chat, { step: 'confirm' })
  }
  await takeStep(ama, await chatAbout('Reserved'), { step: 'reserve' })
  const meeting = { at: new Date(Date.now() + 3_600_000).toISOString(), place: 'Filling station in Osu' }
  for (const by of [ama, kofi]) {
    const chat = await chatAbout(`Meeting of ${by === ama ? 'the seller' : 'the buyer'}`)
    await takeStep(ama, chat, { step: 'reserve' })
    await takeStep(by, chat, { step: 'meet', meeting })
  }
  for (const role of ROLES) {
    const userId = role === 'buyer' ? KOFI.id : AMA.id
    const rows = await selectPage(test.db, { userId, roles: ROLES, after: null, limit: 50 })
    expect(rows).toHaveLength(7)
    for (const row of rows) expect(row.rank === 0).toBe(waitsFor(row.agreement, Date.now()) === role)
  }
})

it('reads open ones by an index of their own', async () => {
  const plan = async (read: (db: typeof test.db) => Promise<unknown>) => {
    const url = new URL(test.database.url)
    url.searchParams.set('options', '-c enable_seqscan=off')
    return (await plansOf({ db: test.db, url: url.href }, read)).text
  }
  const ofDashboard = await plan((db) => selectWaiting(db, KOFI.id, ROLES, 5))
  const ofPage = await plan((db) => selectPage(db, { userId: KOFI.id, roles: ROLES, after: null, limit: 21 }))
  for (const role of ROLES) {
    expect(ofDashboard).toContain(`open_agreements_of_${role}`)
    expect(ofPage).toContain(`open_agreements_of_${role}`)
    expect(ofPage).toMatch(new RegExp(`using agreements_of_${role} `, 'i'))
  }
})

it('an offer from a product’s page opens the conversation, and a refused one leaves none', async () => {
  const productId = await insertProduct(test.db)
  const makeOffer = (price: number) =>
    kofi.send('POST', `/api/products/${productId}/offers`, { clientKey: crypto.randomUUID(), price })
  const chats = () => test.db.selectFrom('conversations').select('id').execute()
  expect(await codeOf(await makeOffer(1))).toBe('invalid-input')
  await test.db.updateTable('products').set({ price_type: 'fixed' }).execute()
  expect(await codeOf(await makeOffer(1500))).toBe('price-fixed')
  await test.db.updateTable('products').set({ price_type: 'negotiable', status: 'reserved' }).execute()
  expect(await codeOf(await makeOffer(1500))).toBe('promised-to-another')
  expect(await chats()).toEqual([])
  await test.db.updateTable('products').set({ status: 'available' }).execute()
  const made = await makeOffer(1500)
  expect(made.status).toBe(201)
  expect(await made.json()).toMatchObject({ step: { kind: 'offer', agreement: { price: 1500 } } })
  expect(await codeOf(await makeOffer(1600))).toBe('agreement-changed')
  expect(await chats()).toHaveLength(1)
})
