import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCategoryCache } from '#server/catalog/category-cache.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { createLog } from '#server/platform/process/log.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import {
  createSearchCounter,
  deleteOldSearches,
  halveSearches,
  type SearchCounter,
} from './popular-searches.ts'
import { createSearchCaches } from '#server/search/search-caches.ts'
import { listSuggestions } from '#server/search/service.ts'

const HOUR = 60 * 60 * 1000

const database = setUp(createTestDatabase)
let clock = Date.parse('2026-11-20T12:00:00Z')
let counter: SearchCounter
const now = () => clock
const secrets = secretsFrom(new Uint8Array(32))

beforeAll(async () => {
  await insertPeople(database.db)
  for (const seller_id of [PEOPLE.ama.id, PEOPLE.kofi.id, PEOPLE.esi.id]) {
    await insertProduct(database.db, { seller_id, title: 'Samsung Galaxy S21', category_id: 'mobile' })
    await insertProduct(database.db, {
      seller_id,
      title: 'Samsung fridge',
      category_id: 'home-furniture-appliances',
    })
    await insertProduct(database.db, { title: 'Samsung dryer by Ama' })
  }
})
beforeEach(async () => {
  await database.db.deleteFrom('popular_searches').execute()
  counter = createSearchCounter({ db: database.db, secrets, log: createLog('silent'), now })
})
afterEach(() => counter.close())

/** Counts a search from this number of networks. */
async function searched(words: string, networks: number, first = 1) {
  for (let network = first; network < first + networks; network += 1)
    counter.count(words, `41.66.${network}.7`)
  await counter.flush()
}

async function suggested(text: string) {
  const categoryCache = createCategoryCache(database.db, now)
  const searchCaches = createSearchCaches(database.db, now)
  return (await listSuggestions({ longReads: database.db, now, categoryCache, searchCaches }, { text }))
    .searches
}

describe('a popular search', () => {
  it('is suggested by its beginning, most searched first, with results and category', async () => {
    await searched('Samsung Fridge', 3)
    await searched(' samsung  galaxy', 4)
    expect(await suggested('sams')).toEqual([
      { text: 'samsung galaxy', category: 'Phones & Tablets', products: { count: 3, more: false } },
      {
        text: 'samsung fridge',
        category: 'Furniture & Appliances',
        products: { count: 3, more: false },
      },
    ])
    expect(await suggested('samsung g')).toMatchObject([{ text: 'samsung galaxy' }])
  })

  it.each([
    ['addresses', (time: number) => `154.160.2.${time}`],
    ['IPv6 networks', (time: number) => `2a02:c7d:9:${time}::/64`],
  ])('needs three subscribers, however many %s and hours one of them uses', async (_, addressOf) => {
    for (let time = 1; time < 50; time += 1, clock += HOUR) {
      counter.count('samsung s21', addressOf(time))
      await counter.flush()
    }
    await searched('samsung s21', 1)
    expect(await suggested('samsung s2')).toEqual([])
    await searched('samsung s21', 1, 2)
    expect(await suggested('samsung s2')).toMatchObject([{ text: 'samsung s21' }])
  })

  it('needs products of at least three sellers', async () => {
    await searched('samsung dryer', 5)
    expect(await suggested('samsung d')).toEqual([])
  })

  it('is stored without phone numbers and network addresses', async () => {
    await searched('samsung 024 412 3456', 3)
    await searched('samsung s21', 3)
    const { rows } = await sql<{ row: string }>`
      select popular_searches::text as row from popular_searches`.execute(database.db)
    expect(rows.filter(({ row }) => /024|41\.66/.test(row))).toEqual([])
  })

  it('is left out if nothing matches it any more', async () => {
    await searched('samsung radio', 5)
    expect(await suggested('samsung r')).toEqual([])
  })

  it.each(['%', '_', '\\', '   ', "'; drop table popular_searches; --", '\u{10ffff}'])(
    'treats %j as plain text',
    async (text) => {
      expect(await suggested(text)).toEqual([])
    },
  )

  it('keeps its newest networks, halves weekly, and is deleted in the end', async () => {
    clock = Date.now() - 8 * 24 * HOUR
    await searched('samsung galaxy s21', 4)
    await searched('samsung galaxy s9', 150)
    await searched('samsung galaxy s9', 100, 120)
    const remaining = async () =>
      (
        await sql<{ networks: number }>`
        select cardinality(networks) as networks from popular_searches
        where words like 'samsung galaxy s%' order by 1`.execute(database.db)
      ).rows.map(({ networks }) => networks)
    expect(await remaining()).toEqual([4, 200])
    await halveSearches(database.db)
    await deleteOldSearches(database.db)
    expect(await remaining()).toEqual([100])
  })
})
