import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ConversationRow, Message } from '#contract/conversations/conversations.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { codeOf } from '#testing/replies.ts'
import { call, setStatus } from '#testing/market/selling.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const { ama: AMA, kofi: KOFI } = PEOPLE

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
const esi = setUpClient(test, 'esi')
let productId: string
let conversationId: string

beforeEach(async () => {
  await test.db.deleteFrom('conversations').execute()
  await test.db.deleteFrom('products').execute()
  await test.db.deleteFrom('rate_limits').execute()
  productId = await insertProduct(test.db)
  conversationId = await open(kofi)
  await write(kofi)
})

const open = async (who: TestClient, id = productId) =>
  (await call<{ id: string }>(who, 'POST', '/api/conversations', { productId: id })).id
const write = (who: TestClient, id = conversationId) =>
  call<Message>(who, 'POST', `/api/conversations/${id}/messages`, {
    clientKey: randomUUID(),
    content: 'Is it still there?',
  })

async function edit(changes: { price?: string; description?: string; category?: string }) {
  const path = `/api/selling/products/${productId}`
  const { version, form } = await call<OwnProduct>(ama, 'GET', path)
  return ama.send('PUT', path, { version, form: { ...form, ...changes } })
}

const messages = async (who: TestClient, id = conversationId) =>
  (await call<{ messages: Message[] }>(who, 'GET', `/api/conversations/${id}/messages`)).messages
const inbox = async (who: TestClient) =>
  (await call<{ items: ConversationRow[] }>(who, 'GET', '/api/conversations')).items

it('a price change adds a line in order to each conversation about the product', async () => {
  const ofEsi = await open(esi)
  await write(esi, ofEsi)
  expect((await edit({ price: '1500.00' })).status).toBe(200)
  expect((await edit({ price: '1600.50' })).status).toBe(200)
  await write(ama)
  const lines = await messages(kofi)
  expect(
    lines.map(({ seq, senderId, content, priceChange }) => [seq, senderId, content, priceChange]),
  ).toEqual([
    [1, KOFI.id, 'Is it still there?', undefined],
    [2, AMA.id, '', { from: 1800, to: 1500 }],
    [3, AMA.id, '', { from: 1500, to: 1600.5 }],
    [4, AMA.id, 'Is it still there?', undefined],
  ])
  expect(await messages(ama)).toEqual(lines)
  expect(await messages(esi, ofEsi)).toHaveLength(3)
})

it('a price line is emitted to both people', async () => {
  const emitted = vi.spyOn(test.live, 'emitToUsers')
  await edit({ price: '1500.00' })
  const [, line] = await messages(kofi)
  expect(emitted.mock.calls).toContainEqual([[AMA.id, KOFI.id], 'message.sent', { message: line }])
  emitted.mockRestore()
})

it('a price line is unread for the buyer only and keeps the seller’s inbox order', async () => {
  const other = await open(esi, await insertProduct(test.db, { title: 'Kettle' }))
  await write(esi, other)
  const before = await inbox(ama)
  expect(before.map(({ id }) => id)).toEqual([other, conversationId])
  await edit({ price: '1500.00' })
  const after = await inbox(ama)
  expect(after.map(({ id, unread }) => [id, unread])).toEqual([
    [other, 1],
    [conversationId, 1],
  ])
  const lastMessage = { text: '', priceChange: { from: 1800, to: 1500 }, hasPhoto: false }
  expect(after[1]).toMatchObject({ lastMessage: { ...lastMessage, isOwn: true }, lastSeq: 2 })
  expect(await inbox(kofi)).toMatchObject([
    { unread: 1, product: { price: 1500 }, lastMessage: { ...lastMessage, isOwn: false } },
  ])
  await call(kofi, 'POST', `/api/conversations/${conversationId}/read`, { seq: 2 })
  expect((await inbox(kofi))[0]?.unread).toBe(0)
  await call(ama, 'POST', `/api/conversations/${conversationId}/read`, { seq: 2 })
  expect((await inbox(ama))[1]?.unread).toBe(0)
})

it('a price line is added only for changed prices in active conversations of unsold products', async () => {
  const silent = await open(esi)
  await edit({ description: 'Other words.' })
  await edit({ price: '1800.00' })
  await edit({ price: '1500.00' })
  expect(await messages(esi, silent)).toEqual([])
  expect(await messages(kofi)).toHaveLength(2)
  await setStatus(ama, productId, { status: 'sold' })
  await edit({ price: '1400.00' })
  expect(await messages(kofi)).toHaveLength(2)
})

it('a price line cannot get a reaction, even in the database', async () => {
  await edit({ price: '1500.00' })
  const [, line] = await messages(kofi)
  const id = line?.id ?? ''
  expect(await codeOf(await kofi.send('PUT', `/api/messages/${id}/reaction`, { reaction: 'heart' }))).toBe(
    'forbidden',
  )
  const planted = test.db
    .insertInto('message_reactions')
    .values({ message_id: id, user_id: KOFI.id, reaction: 'heart' })
    .execute()
  await expect(planted).rejects.toMatchObject({ constraint: 'reaction_is_to_words' })
})

it('a price line does not count as the seller’s reply for a review', async () => {
  const form = { rating: 4, title: '', comment: '' }
  await call(kofi, 'POST', `/api/products/${productId}/reviews`, form)
  await edit({ price: '1500.00' })
  const { items } = await test.api.call('listReviews', { params: { id: productId } })
  expect(items).toMatchObject([{ standing: 'without-conversation' }])
})

it('a price line keeps its position among simultaneous messages', async () => {
  const writing = Array.from({ length: 8 }, (_, index) => write(index % 2 === 0 ? kofi : ama))
  await Promise.all([...writing, edit({ price: '1500.00' })])
  const numbers = (await messages(kofi)).map(({ seq }) => seq)
  expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
})

it('price lines are limited to three a day, each starting at the last shown price', async () => {
  for (const price of ['1700.00', '1600.00', '1500.00', '1400.00', '1300.00']) await edit({ price })
  const prices = async () => (await messages(kofi)).flatMap(({ priceChange }) => priceChange ?? [])
  const three = [
    { from: 1800, to: 1700 },
    { from: 1700, to: 1600 },
    { from: 1600, to: 1500 },
  ]
  expect(await prices()).toEqual(three)
  expect(await inbox(kofi)).toMatchObject([{ unread: 3, product: { price: 1300 } }])
  await test.db
    .updateTable('messages')
    .set({ created_at: sql`created_at - interval '1 day'` })
    .execute()
  await edit({ price: '1500.00' })
  expect(await prices()).toEqual(three)
  await edit({ price: '1200.00' })
  expect(await prices()).toEqual([...three, { from: 1500, to: 1200 }])
})

it('a price change locks conversations before reviews, as a reply does', async () => {
  await call(kofi, 'POST', `/api/products/${productId}/reviews`, { rating: 4, title: '', comment: '' })
  const editing = await test.db.transaction().execute(async (tx) => {
    await sql`select from conversations where id = ${conversationId} for update`.execute(tx)
    const saving = edit({ price: '1500.00', category: 'fashion' })
    const waiting = sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(test.db)).rows).toHaveLength(1)
    const locked = sql`select id from product_reviews where product_id = ${productId} for update nowait`
    expect((await locked.execute(tx)).rows).toHaveLength(1)
    return { saving }
  })
  expect((await editing.saving).status).toBe(200)
})

it('a price change succeeds during the reply that validates a review', async () => {
  for (let round = 0; round < 15; round += 1) {
    await test.db.deleteFrom('rate_limits').execute()
    productId = await insertProduct(test.db)
    conversationId = await open(kofi)
    await write(kofi)
    await call(kofi, 'POST', `/api/products/${productId}/reviews`, { rating: 4, title: '', comment: '' })
    const [edited] = await Promise.all([edit({ price: '1500.00', category: 'fashion' }), write(ama)])
    expect(edited.status).toBe(200)
  }
})
