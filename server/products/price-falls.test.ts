import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { deleteOldPriceChanges, forgetOldFalls } from './queries.ts'

const test = setUp(createTestApp)
beforeEach(() => test.db.deleteFrom('products').execute())

const falls = async () => (await test.api.call('listHomeRows', {})).priceFalls
const setPrice = (id: string, price: number) =>
  test.db.updateTable('products').set({ price }).where('id', '=', id).execute()
/** Moves everything that happened to prices into the past. */
const pass = async (days: number) => {
  const time = sql.raw(`interval '${days} days'`)
  await sql`update price_changes set changed_at = changed_at - ${time}`.execute(test.db)
  await sql`update products set fell_at = fell_at - ${time}, created_at = created_at - ${time}`.execute(
    test.db,
  )
}
const fallOf = async (id: string) => {
  const { fell_from } = await test.db
    .selectFrom('products')
    .select('fell_from')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return fell_from === null ? undefined : Number(fell_from)
}

/** Publishes at a price and changes it, each time after some days. */
async function sell(price: number, ...changes: { price: number; after: number }[]): Promise<string> {
  const id = await insertProduct(test.db, { price })
  for (const change of changes) {
    await pass(change.after)
    await setPrice(id, change.price)
  }
  return id
}
const rename = (id: string, title: string) =>
  test.db.updateTable('products').set({ title }).where('id', '=', id).execute()

describe('a fall of a price', () => {
  it('needs a price below all of the last 30 days', async () => {
    expect(await fallOf(await sell(1000, { price: 900, after: 3 }))).toBe(1000)
  })

  it('needs a price before that stood for three days', async () => {
    expect(await fallOf(await sell(10_000, { price: 1000, after: 2 }))).toBe(undefined)
    const corrected = await sell(1000, { price: 1100, after: 40 }, { price: 900, after: 2 })
    expect(await fallOf(corrected)).toBe(undefined)
  })

  it('goes on for 30 days, from its first price and day', async () => {
    const id = await sell(1000, { price: 960, after: 5 }, { price: 900, after: 29 })
    expect(await fallOf(id)).toBe(1000)
    await pass(2)
    await setPrice(id, 850)
    expect(await fallOf(id)).toBe(undefined)
    await pass(3)
    await setPrice(id, 800)
    expect(await fallOf(id)).toBe(850)
  })

  it('does not come from a rise before', async () => {
    expect(await fallOf(await sell(1000, { price: 2000, after: 9 }, { price: 1000, after: 29 }))).toBe(
      undefined,
    )
    expect(await fallOf(await sell(1000, { price: 2000, after: 9 }, { price: 950, after: 29 }))).toBe(1000)
  })

  it('counts from a price that stood for 30 days', async () => {
    expect(await fallOf(await sell(1000, { price: 2000, after: 9 }, { price: 1500, after: 31 }))).toBe(2000)
  })

  it('ends when the price rises', async () => {
    expect(await fallOf(await sell(1000, { price: 900, after: 9 }, { price: 950, after: 1 }))).toBe(undefined)
  })

  it('does not come from the price of another thing for 30 days', async () => {
    const id = await insertProduct(test.db, { title: 'Gaming laptop', price: 5000 })
    await pass(9)
    await rename(id, 'Bag for it')
    await pass(29)
    await setPrice(id, 50)
    expect(await fallOf(id)).toBe(undefined)
    await pass(31)
    await setPrice(id, 40)
    expect(await fallOf(id)).toBe(50)
  })

  it('does not come from a rise between two titles', async () => {
    const id = await insertProduct(test.db, { title: 'Gaming laptop', price: 1000 })
    await pass(9)
    await setPrice(id, 2000)
    await rename(id, 'Bag for it')
    await rename(id, 'Gaming laptop')
    await pass(9)
    await setPrice(id, 900)
    expect(await fallOf(id)).toBe(undefined)
  })

  it('stays when the id of its category changes', async () => {
    const id = await sell(1000, { price: 900, after: 9 })
    await test.db.insertInto('categories').values({ id: 'drum', name: 'Drums', icon: 'other' }).execute()
    await test.db.updateTable('products').set({ category_id: 'drum' }).where('id', '=', id).execute()
    expect(await fallOf(id)).toBe(undefined)
    await pass(40)
    await setPrice(id, 800)
    await test.db.updateTable('categories').set({ id: 'drums' }).where('id', '=', 'drum').execute()
    expect(await fallOf(id)).toBe(900)
  })

  it('needs a published listing', async () => {
    const id = await insertProduct(test.db, { price: 1000, status: 'draft' })
    await pass(9)
    await setPrice(id, 500)
    expect(await fallOf(id)).toBe(undefined)
    expect(await test.db.selectFrom('price_changes').selectAll().execute()).toEqual([])
  })
})

describe("the home page's row of prices that fell", () => {
  const fall = (seller: keyof typeof PEOPLE, price: number) =>
    insertProduct(test.db, {
      seller_id: PEOPLE[seller].id,
      price,
      fell_from: 1000,
      fell_at: new Date().toISOString(),
    })

  it('has the last fall of each seller with the price before, and counts as a row', async () => {
    await fall('ama', 800)
    const ama = await fall('ama', 700)
    expect(await falls()).toEqual([])
    const kofi = await fall('kofi', 400)
    expect((await falls()).map(({ id, was, price }) => [id, was, price])).toEqual([
      [kofi, 1000, 400],
      [ama, 1000, 700],
    ])
    expect((await test.api.call('listFeatured', {})).rows).toBe(1)
  })

  it('has neither small falls, nor old ones, nor things that are not for sale', async () => {
    await fall('esi', 951)
    const sold = await fall('esi', 900)
    await test.db.updateTable('products').set({ status: 'sold' }).where('id', '=', sold).execute()
    await fall('ama', 900)
    await fall('kofi', 900)
    expect(await falls()).toHaveLength(2)
    await pass(15)
    expect(await falls()).toEqual([])
  })
})

const forget = () => Promise.all([deleteOldPriceChanges(test.db), forgetOldFalls(test.db)])

it('changes and falls are forgotten after 30 days', async () => {
  const id = await sell(100, { price: 90, after: 9 })
  await pass(29)
  await forget()
  expect(await fallOf(id)).toBe(100)
  await pass(2)
  await forget()
  expect(await fallOf(id)).toBe(undefined)
  expect(await test.db.selectFrom('price_changes').selectAll().execute()).toEqual([])
})
