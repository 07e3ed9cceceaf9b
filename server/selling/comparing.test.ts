import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestContext } from '#testing/context.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { compareListing } from './comparing.ts'

const WORDS =
  'Original bamboo chair, handwoven cushions, bought in Aburi two years ago. Slightly scratched underneath, otherwise spotless and comfortable.'

const database = setUp(createTestDatabase)
const ctx = setUp(async () => createTestContext(database))
beforeAll(() => insertPeople(database.db))
beforeEach(async () => {
  for (const table of ['signals', 'cases', 'products'] as const) await database.db.deleteFrom(table).execute()
})

type Product = Parameters<typeof insertProduct>[1]
const insert = (product: Product) => insertProduct(database.db, product)
const insertOffers = async (prices: number[], title: string) => {
  for (const price of prices) await insert({ title, price, seller_id: PEOPLE.kofi.id })
}
async function compared(productId: string) {
  await compareListing(ctx, { productId })
  return database.db
    .selectFrom('signals')
    .select(['reason', 'detail', 'subject_id'])
    .where('target_id', '=', productId)
    .orderBy('reason')
    .execute()
}
const setProduct = (id: string, changes: object) =>
  database.db.updateTable('products').set(changes).where('id', '=', id).execute()

it('a price far below similar products raises a signal until it changes', async () => {
  await insertOffers([900, 950, 1000, 1100, 1200], 'Samsung Galaxy A54')
  const id = await insert({ price: 300 })
  expect(await compared(id)).toEqual([
    {
      reason: 'far-below-usual',
      subject_id: PEOPLE.ama.id,
      detail: { price: 300, of: 'offered', low: 950, high: 1100 },
    },
  ])
  await setProduct(id, { price: 600 })
  expect(await compared(id)).toEqual([])
})

it('a low price raises no signal if fewer than five others are known', async () => {
  await insertOffers([900, 950, 1000, 1100], 'Samsung Galaxy A54')
  expect(await compared(await insert({ price: 1 }))).toEqual([])
})

it('a title of another category raises a signal', async () => {
  expect(await compared(await insert({ category_id: 'home' }))).toMatchObject([
    { reason: 'wrong-category', detail: { suggested: 'mobile', listedIn: 'home' } },
  ])
})

it('nearly the same text as another seller’s raises a signal, but not one’s own', async () => {
  const chair = { title: 'Bamboo chair', category_id: 'home-furniture-appliances', description: WORDS }
  const first = await insert({ ...chair, seller_id: PEOPLE.kofi.id })
  const copy = { ...chair, title: 'Nice seat', description: `${WORDS.replace('two', '2')} Call me!` }
  expect(await compared(await insert(copy))).toMatchObject([
    { reason: 'text-of-another', detail: { listing: first } },
  ])
  await setProduct(first, { status: 'draft' })
  expect(await compared(await insert(copy))).toEqual([])
})

it('short texts and different words about the same thing raise no signal', async () => {
  const others = {
    seller_id: PEOPLE.kofi.id,
    title: 'Bamboo chair',
    category_id: 'home-furniture-appliances',
  }
  await insert({ ...others, description: 'Clean, with box and charger.' })
  await insert({ ...others, description: WORDS })
  const mine = { title: 'Bamboo chair', category_id: 'home-furniture-appliances' }
  expect(await compared(await insert(mine))).toEqual([])
  const otherWords =
    'Handwoven bamboo chair with comfortable cushions, still strong. I am moving to Tamale next month and cannot take it along.'
  expect(await compared(await insert({ ...mine, description: otherWords }))).toEqual([])
})

const insertTraces = (kind: 'device' | 'address', people: string[]) => {
  const hash = randomBytes(32)
  const traces = people.map((account_id) => ({ account_id, kind, hash }))
  return database.db.insertInto('access_traces').values(traces).execute()
}

it('a device or recent address of a banned person raises a signal, but not a crowd’s address', async () => {
  const { ama, kofi, esi } = PEOPLE
  const found = async () => compared(await insert({}))
  const ban = { person_id: kofi.id, kind: 'banned', decision_id: randomUUID() }
  const noted = [{ reason: 'access-of-banned', detail: { account: kofi.id } }]
  await insertTraces('device', [ama.id, esi.id])
  await insertTraces('device', [ama.id, kofi.id])
  expect(await found()).toEqual([])
  await database.db.insertInto('sanctions').values(ban).execute()
  expect(await found()).toMatchObject(noted)

  await database.db.deleteFrom('access_traces').execute()
  expect(await found()).toEqual([])
  await insertTraces('address', [ama.id, kofi.id])
  expect(await found()).toMatchObject(noted)
  await database.db.updateTable('access_traces').set({ seen_at: '2026-01-01' }).execute()
  expect(await found()).toEqual([])

  await database.db.deleteFrom('access_traces').execute()
  const crowd = await database.db
    .insertInto('profiles')
    .values(Array.from({ length: 9 }, (_, index) => ({ full_name: `Neighbour ${index}` })))
    .returning('id')
    .execute()
  await insertTraces('address', [ama.id, kofi.id, ...crowd.map(({ id }) => id)])
  expect(await found()).toEqual([])
  await database.db
    .deleteFrom('access_traces')
    .where('account_id', '=', crowd[0]?.id ?? '')
    .execute()
  expect(await found()).toMatchObject(noted)
  await database.db.deleteFrom('sanctions').execute()
  expect(await found()).toEqual([])
})

it('a draft raises no signal', async () => {
  expect(await compared(await insert({ status: 'draft', category_id: 'home' }))).toEqual([])
})
