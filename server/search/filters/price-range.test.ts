import { beforeEach, expect, it } from 'vitest'
import type { PriceRange } from '#contract/search/search.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const test = setUp(createMarket)
const kofi = setUpClient(test, 'kofi')
beforeEach(async () => {
  await test.db.deleteFrom('products').execute()
})

async function rangeOf(title: string, category = 'mobile'): Promise<PriceRange | null> {
  const query = new URLSearchParams({ title, category })
  return (await call<{ range: PriceRange | null }>(kofi, 'GET', `/api/price-range?${query}`)).range
}

type Product = Parameters<typeof insertProduct>[1]
async function insertPrices(prices: number[], product: Product = {}): Promise<void> {
  for (const price of prices) {
    await insertProduct(test.db, { title: 'iPhone 12, 128 GB', ...product, price })
  }
}
const PRICES = [100, 1810, 1850, 1900, 2020, 2150, 9000]

it('the price range is the middle half of the prices of similar products', async () => {
  await insertPrices(PRICES)
  await insertPrices([5, 5, 5, 5, 5], { title: 'iPhone 12, 128 GB', category_id: 'other' })
  await insertPrices([7, 7, 7, 7, 7], { title: 'Case', description: 'For an iPhone 12, 128 GB' })
  expect(await rangeOf('iPhone 12 128 GB')).toEqual({ of: 'offered', low: 1800, high: 2200 })
})

it('the price range uses prices of the last year’s sales if there are enough', async () => {
  await insertPrices(PRICES)
  await insertPrices([1500, 1500, 1600, 1700, 1700], { status: 'sold' })
  await insertPrices([30, 30, 30, 30, 30], { status: 'sold', status_changed_at: '2020-01-01T00:00:00Z' })
  expect(await rangeOf('iPhone 12 128 GB')).toEqual({ of: 'sold', low: 1500, high: 1700 })
})

it('the price range uses the title’s attributes if its words match too few', async () => {
  const attributes = JSON.stringify({ brand: 'Apple', model: 'iPhone 12', storage: '128 GB' })
  await insertPrices(PRICES, { title: 'Neat phone for sale', attributes })
  expect(await rangeOf('Apple iPhone 12 128GB clean')).toMatchObject({ low: 1800 })
  expect(await rangeOf('iPhone 12 256GB clean')).toMatchObject({ low: 1800 })
  expect(await rangeOf('iPhone 13 128GB clean')).toBeNull()
})

it('the price range needs five others’ public products and more than one word', async () => {
  await insertPrices([1500, 1500, 1600, 1700])
  await insertPrices([10, 10, 10, 10, 10], { status: 'draft' })
  await insertPrices([10, 10, 10, 10, 10], { seller_id: PEOPLE.kofi.id })
  expect(await rangeOf('iPhone 12 128 GB')).toBeNull()
  await insertPrices([1500])
  expect(await rangeOf('iPhone 12 128 GB')).not.toBeNull()
  expect(await rangeOf('iPhone')).toBeNull()
})

it('the price range is limited to 120 requests an hour', async () => {
  const esi = await signIn(test, 'esi')
  const request = () => esi.send('GET', '/api/price-range?category=mobile&title=Bed')
  for (let count = 0; count < 120; count += 1) await request()
  expect((await request()).status).toBe(429)
})
