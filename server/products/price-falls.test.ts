import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '#testing/app.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createTestApp)
beforeEach(() => test.db.deleteFrom('products').execute())

const falls = async () => (await test.api.call('listHomeRows', {})).priceFalls
const setPrice = (id: string, price: number) =>
  test.db.updateTable('products').set({ price }).where('id', '=', id).execute()
/** Moves everything that happened to prices into the past. */
const pass = async (days: number) => {
  const time = sql.raw(`interval '${days} days'`)
  await sql`update price_changes set changed_at = changed_at - ${time}`.execute(test.db)
  await sql`update products set fell_at = fell_at - ${time}`.execute(test.db)
}
const fallOf = async (id: string) => {
  const { fell_from } = await test.db
    .selectFrom('products')
    .select('fell_from')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return fell_from === null ? undefined : Number(fell_from)
}

/** Sets prices one after another, with a pause of some days before each. */
async function sell(...steps: { price: number; after?: number }[]): Promise<string> {
  const [first, ...others] = steps
  const id = await insertProduct(test.db, { price: first!.price })
  for (const { price, after = 0 } of others) {
    await pass(after)
    await setPrice(id, price)
  }
  return id
}

describe('a fall of a price', () => {
  it('needs a price below all of the last 30 days', async () => {
    expect(await fallOf(await sell({ price: 1000 }, { price: 900 }))).toBe(1000)
  })

  it('counts from the first of several steps', async () => {
    expect(await fallOf(await sell({ price: 1000 }, { price: 960 }, { price: 900, after: 3 }))).toBe(1000)
  })

  it('does not come from a rise before', async () => {
    expect(await fallOf(await sell({ price: 1000 }, { price: 2000 }, { price: 1000, after: 29 }))).toBe(
      undefined,
    )
    expect(await fallOf(await sell({ price: 1000 }, { price: 2000 }, { price: 950, after: 29 }))).toBe(1000)
  })

  it('counts from a price that stood for 30 days', async () => {
    expect(await fallOf(await sell({ price: 1000 }, { price: 2000 }, { price: 1500, after: 31 }))).toBe(2000)
  })

  it('ends when the price rises', async () => {
    expect(await fallOf(await sell({ price: 1000 }, { price: 900 }, { price: 950 }))).toBe(undefined)
  })

  it('ends when the listing becomes another thing', async () => {
    const id = await insertProduct(test.db, { title: 'Gaming laptop', price: 5000 })
    await test.db
      .updateTable('products')
      .set({ title: 'Bag for it', price: 50 })
      .where('id', '=', id)
      .execute()
    expect(await fallOf(id)).toBe(undefined)
    await setPrice(id, 40)
    expect(await fallOf(id)).toBe(50)
  })

  it('needs a published listing', async () => {
    const id = await insertProduct(test.db, { price: 1000, status: 'draft' })
    await setPrice(id, 500)
    expect(await fallOf(id)).toBe(undefined)
    expect(await test.db.selectFrom('price_changes').selectAll().execute()).toEqual([])
  })
})

describe("the home page's row of prices that fell", () => {
  it('has what fell last with the price before, and counts as a row', async () => {
    const first = await sell({ price: 1000 }, { price: 800 })
    expect(await falls()).toEqual([])
    const second = await sell({ price: 500 }, { price: 400, after: 1 })
    expect((await falls()).map(({ id, was, price }) => [id, was, price])).toEqual([
      [second, 500, 400],
      [first, 1000, 800],
    ])
    expect((await test.api.call('listFeatured', {})).rows).toBe(1)
  })

  it('has neither small falls, nor old ones, nor things that are not for sale', async () => {
    await sell({ price: 1000 }, { price: 951 })
    const sold = await sell({ price: 1000 }, { price: 900 })
    await test.db.updateTable('products').set({ status: 'sold' }).where('id', '=', sold).execute()
    await sell({ price: 1000 }, { price: 900 })
    await sell({ price: 1000 }, { price: 900 })
    expect(await falls()).toHaveLength(2)
    await pass(15)
    expect(await falls()).toEqual([])
  })
})

it('the changes of the last 30 days are kept', async () => {
  const id = await sell({ price: 100 }, { price: 90 }, { price: 80, after: 31 }, { price: 70, after: 1 })
  const changes = await test.db
    .selectFrom('price_changes')
    .select(['price_from', 'price_to'])
    .where('product_id', '=', id)
    .orderBy('id')
    .execute()
  expect(changes.map(({ price_from, price_to }) => [price_from, price_to])).toEqual([
    ['90.00', '80.00'],
    ['80.00', '70.00'],
  ])
})
