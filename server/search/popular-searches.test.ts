import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCategoryCache } from '#server/catalog/category-cache.ts'
import { createLog } from '#server/platform/process/log.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/people.ts'
import { insertProduct } from '#testing/products.ts'
import { setUp } from '#testing/set-up.ts'
import {
  createSearchCounter,
  deleteOldSearches,
  halveSearches,
  type SearchCounter,
} from './popular-searches.ts'
import { createSearchCaches } from './search-caches.ts'
import { listSuggestions } from './service.ts'

const HOUR = 60 * 60 * 1000
const FOUND = { similar: false, items: [{}] as never[] }

const database = setUp(createTestDatabase)
let clock = Date.parse('2026-11-20T12:00:00Z')
let counter: SearchCounter
const now = () => clock

beforeAll(async () => {
  await insertPeople(database.db)
  await insertProduct(database.db, { title: 'Samsung Galaxy S21', category_id: 'mobile' })
  await insertProduct(database.db, { title: 'Samsung Galaxy S9', category_id: 'mobile' })
  await insertProduct(database.db, { title: 'Samsung fridge', category_id: 'home-furniture-appliances' })
})
beforeEach(() => (counter = createSearchCounter({ db: database.db, log: createLog('silent'), now })))
afterEach(() => counter.close())

/** As many hours after each other. */
async function searched(search: string, hours: number, reply = FOUND) {
  for (let hour = 0; hour < hours; hour += 1) {
    counter.count({ search }, reply)
    await counter.flush()
    clock += HOUR
  }
}

async function suggested(text: string) {
  const categoryCache = createCategoryCache(database.db, now)
  const searchCaches = createSearchCaches(database.db, now)
  return (await listSuggestions({ longReads: database.db, now, categoryCache, searchCaches }, { text }))
    .searches
}

describe('what others search for', () => {
  it('is suggested from its beginning, the most searched first, with what it finds and where', async () => {
    await searched('Samsung Fridge', 3)
    await searched(' samsung  galaxy', 4)
    expect(await suggested('sams')).toEqual([
      { text: 'samsung galaxy', category: 'Phones & Tablets', products: { count: 2, more: false } },
      {
        text: 'samsung fridge',
        category: 'Furniture & Appliances',
        products: { count: 1, more: false },
      },
    ])
    expect(await suggested('samsung g')).toMatchObject([{ text: 'samsung galaxy' }])
  })

  it('is nothing that was searched in fewer than three hours, however often', async () => {
    for (let time = 0; time < 50; time += 1) counter.count({ search: 'samsung s21' }, FOUND)
    await searched('samsung s21', 2)
    expect(await suggested('samsung s2')).toEqual([])
  })

  it('is nothing that was found by resembling words, on a further page, or not at all', async () => {
    await searched('samsung s9', 3, { ...FOUND, similar: true })
    await searched('samsung s9', 3, { ...FOUND, items: [] })
    for (let hour = 0; hour < 3; hour += 1, clock += HOUR) {
      counter.count({ search: 'samsung s9', cursor: 'x' }, FOUND)
      await counter.flush()
    }
    expect(await suggested('samsung s9')).toEqual([])
  })

  it('keeps no number that may be of a person', async () => {
    await searched('samsung 024 412 3456', 3)
    const { rows } = await sql<{ words: string }>`
      select words from popular_searches where words like '%024%'`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('leaves out what is no longer on the market', async () => {
    await searched('samsung radio', 5)
    expect(await suggested('samsung r')).toEqual([])
  })

  it.each(['%', '_', '\\', '   ', "'; drop table popular_searches; --", '\u{10ffff}'])(
    'takes %j as typed',
    async (text) => {
      expect(await suggested(text)).toEqual([])
    },
  )

  it('fades by half each week, and is forgotten where hardly anybody searched it', async () => {
    clock = Date.now() - 8 * 24 * HOUR
    await searched('samsung galaxy s21', 4)
    await searched('samsung galaxy s9', 8)
    const remaining = async () =>
      (
        await sql<{ hours: number }>`
        select hours from popular_searches where words like 'samsung galaxy s%' order by hours`.execute(
          database.db,
        )
      ).rows.map(({ hours }) => hours)
    expect(await remaining()).toEqual([4, 8])
    await halveSearches(database.db)
    await deleteOldSearches(database.db)
    expect(await remaining()).toEqual([4])
  })
})
