import { beforeAll, describe, expect, it } from 'vitest'
import { type Sort, SORTS } from '#contract/selling/choices.ts'
import { SearchQuery, SearchReply } from '#contract/search/search.ts'
import { createCategoryCache } from '#server/catalog/category-cache.ts'
import { countCategoryDemand } from '#server/catalog/service.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { FEW } from './pages.ts'
import { createSearchCaches } from './search-caches.ts'
import { listSuggestions, searchProducts } from './service.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()

const database = setUp(createTestDatabase)
const now = () => NOW.getTime()
function openMarket(few?: typeof FEW) {
  const { db } = database
  const categoryCache = createCategoryCache(db, Date.now)
  const ctx = {
    reads: db,
    longReads: db,
    now,
    categoryCache,
    searchCaches: createSearchCaches(db, now),
  }
  return {
    search: (query: SearchQuery) => searchProducts(ctx, query, few),
    suggest: (text: string) => listSuggestions(ctx, { text }),
  }
}

type TestListing = Parameters<typeof insertProduct>[1] & object

async function insertListings(listings: TestListing[]): Promise<string[]> {
  const ids: string[] = []
  for (const listing of listings) ids.push(await insertProduct(database.db, listing))
  return ids
}

const LISTINGS: TestListing[] = [
  {
    title: 'Samsung Galaxy S21',
    description: 'A Samsung Galaxy in good order',
    category_id: 'mobile',
    price: 2500,
    location: 'Osu',
    created_at: daysAgo(20),
  },
  {
    title: 'Samsung fridge',
    description: 'Keeps cold',
    category_id: 'home-furniture-appliances',
    price: 1800,
    location: 'Kumasi',
    region: 'Ashanti',
    created_at: daysAgo(2),
  },
  {
    title: 'Phone pouch',
    description: 'Fits a Samsung Galaxy',
    category_id: 'mobile',
    price: 40,
    price_type: 'fixed',
    location: 'Madina',
    created_at: daysAgo(0.2),
  },
  {
    title: 'Café table',
    description: 'Crème, for two',
    category_id: 'home-furniture-appliances',
    price: 300,
    region: 'Volta',
    location: 'Ho',
    created_at: daysAgo(100),
  },
  {
    title: 'Kente cloth',
    description: 'Woven in Bonwire',
    category_id: 'fashion',
    price: 800,
    region: 'Bono',
    location: 'Sunyani',
    tags: ['wedding'],
    created_at: daysAgo(40),
  },
  {
    title: 'Yam mortar',
    description: '',
    category_id: 'other',
    price: 90,
    region: 'Ahafo',
    location: 'Goaso',
    created_at: daysAgo(5),
  },
  {
    title: 'PlayStation 5',
    description: 'With two pads',
    category_id: 'console',
    price: 5200,
    status: 'reserved',
    region: 'Bono East',
    location: 'Techiman',
    created_at: daysAgo(6),
  },
  { title: 'Samsung Galaxy sold', description: 'Gone', category_id: 'mobile', status: 'sold' },
  { title: 'Samsung Galaxy draft', description: 'Not yet', category_id: 'mobile', status: 'draft' },
  {
    title: 'Wooden stool',
    description: '',
    category_id: null,
    price: 12_000,
    region: 'Brong Ahafo',
    location: 'Wenchi',
    created_at: daysAgo(300),
  },
]

async function titles(
  query: Parameters<typeof SearchQuery.parse>[0],
  service = openMarket(),
): Promise<string[]> {
  const reply = await service.search(SearchQuery.parse(query))
  expect(SearchReply.safeParse(reply).error).toBeUndefined()
  return reply.items.map((item) => item.title)
}

beforeAll(async () => {
  await insertPeople(database.db)
  await insertListings(LISTINGS)
})

describe('searching', () => {
  it('finds only unsold products, newest first', async () => {
    expect(await titles({ search: 'samsung', sort: 'newest' })).toEqual([
      'Phone pouch',
      'Samsung fridge',
      'Samsung Galaxy S21',
    ])
    expect(await titles({ search: 'playstation' })).toEqual(['PlayStation 5'])
  })

  it('ranks matches in title and description above title, and title above description', async () => {
    expect(await titles({ search: 'samsung' })).toEqual([
      'Samsung Galaxy S21',
      'Samsung fridge',
      'Phone pouch',
    ])
  })

  it.each([
    ['phone', ['Samsung Galaxy S21', 'Phone pouch']],
    ['cellphones', ['Samsung Galaxy S21', 'Phone pouch']],
    ['refrigerator', ['Samsung fridge']],
    ['play station 5', ['PlayStation 5']],
    ['playstation5', ['PlayStation 5']],
    ['ps5', ['PlayStation 5']],
  ])('%s also finds synonyms', async (search, found) => {
    expect(await titles({ search })).toEqual(found)
  })

  it('ranks products in the named category above those that only mention it', async () => {
    const charger = await insertProduct(database.db, {
      title: 'Charger',
      description: 'For any phone',
      category_id: 'computer-accessories',
      created_at: daysAgo(0.1),
    })
    const found = await titles({ search: 'phone' })
    await database.db.deleteFrom('products').where('id', '=', charger).execute()
    expect(found).toEqual(['Samsung Galaxy S21', 'Charger', 'Phone pouch'])
  })

  it.each([
    ['cafe', 'Café table'],
    ['CAFÉ', 'Café table'],
    ['creme tables', 'Café table'],
    ['weddings', 'Kente cloth'],
    ['fashion', 'Kente cloth'],
    ['samsung-galaxy/s21', 'Samsung Galaxy S21'],
  ])('%s finds %s', async (search, title) => {
    expect(await titles({ search })).toEqual([title])
  })

  it.each([
    ['samsng galxy', ['Samsung Galaxy S21', 'Phone pouch']],
    ['smasung fridge', ['Samsung fridge']],
    ['kentee', ['Kente cloth']],
  ])('corrects %s and names the correction', async (search, found) => {
    const reply = await openMarket().search({ search })
    expect(reply.items.map((item) => item.title)).toEqual(found)
    expect(reply.similar).toBe(true)
  })

  it.each([
    "'",
    '"',
    '%',
    '_',
    '\\',
    "a' & 'b",
    'a:*',
    ':*',
    '!samsung',
    '( | )',
    '<->',
    '\0',
    'a\0b',
    '🙂',
    '🙂'.repeat(25),
    'x'.repeat(100),
    '--',
    ';drop table products',
    'the',
    '你好',
    '\u202e',
    '\ud800',
  ])('treats %j as plain words', async (search) => {
    const reply = await openMarket().search({ search, sort: 'relevance' })
    expect(reply.total.count).toBe(reply.items.length)
    await openMarket().search({ location: search, sort: 'distance' })
    await openMarket().suggest(search)
  })
})

describe('filters', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ category: 'mobile' }, ['Phone pouch', 'Samsung Galaxy S21']],
    [{ category: 'no-such' }, []],
    [{ region: 'Volta' }, ['Café table']],
    [{ region: 'Brong Ahafo' }, ['Yam mortar', 'PlayStation 5', 'Kente cloth', 'Wooden stool']],
    [{ region: 'Bono' }, ['Kente cloth']],
    [{ location: 'osu' }, ['Samsung Galaxy S21']],
    [{ location: 'KUMA' }, ['Samsung fridge']],
    [{ location: 'greater accra' }, ['Phone pouch', 'Samsung Galaxy S21']],
    [{ location: 'brong ahafo', region: 'Bono East' }, ['PlayStation 5']],
    [{ location: 'Volta', region: 'Ashanti' }, []],
    [{ min: '2500' }, ['PlayStation 5', 'Samsung Galaxy S21', 'Wooden stool']],
    [{ max: '90' }, ['Phone pouch', 'Yam mortar']],
    [{ min: '90', max: '300.00' }, ['Yam mortar', 'Café table']],
    [{ max: '10000', min: '5000' }, ['PlayStation 5']],
    [{ date: 'today' }, ['Phone pouch']],
    [{ date: 'week' }, ['Phone pouch', 'Samsung fridge', 'Yam mortar', 'PlayStation 5']],
    [{ date: 'month', category: 'mobile' }, ['Phone pouch', 'Samsung Galaxy S21']],
    [{ date: '3months', region: 'Volta' }, []],
    [{ price_type: 'fixed' }, ['Phone pouch']],
  ])('return the expected products for %j', async (query, found) => {
    expect(await titles(query)).toEqual(found)
  })

  it('are suggested for removal by the number of results, most first', async () => {
    const reply = await openMarket().search({ search: 'samsung', category: 'fashion', region: 'Ashanti' })
    expect(reply).toMatchObject({ items: [], total: { count: 0, more: false }, similar: false })
    expect(reply.filterSuggestions).toEqual([{ drop: 'category', count: 1 }])
    const { filterSuggestions } = await openMarket().search({
      search: 'samsung',
      price_type: 'fixed',
      min: 1000,
    })
    expect(filterSuggestions).toEqual([
      { drop: 'price_type', count: 2 },
      { drop: 'price', count: 1 },
    ])
  })
})

describe('distance', () => {
  it('is measured from the position, otherwise the region, otherwise the place', async () => {
    const near = ['Phone pouch', 'Samsung Galaxy S21']
    expect((await titles({ near: '5.6,-0.2', sort: 'distance' })).slice(0, 2).toSorted()).toEqual(near)
    expect((await titles({ near: 'Volta', sort: 'distance' }))[0]).toBe('Café table')
    expect((await titles({ region: 'Brong Ahafo', sort: 'distance' }))[0]).toBe('Kente cloth')
    expect(await titles({ location: 'kumasi', sort: 'distance' })).toEqual(['Samsung fridge'])
  })

  it.each([
    ['Osu', '5', ['Samsung Galaxy S21']],
    ['osu', '25', ['Phone pouch', 'Samsung Galaxy S21']],
    ['Kumasi', '5', ['Samsung fridge']],
    ['6.7,-1.6', '10', ['Samsung fridge']],
    ['Nowhere', '5', undefined],
  ] as const)('limits results around %s to %s km', async (near, within, found) => {
    const expected = found ?? (await titles({}))
    expect(await titles({ near, within })).toEqual(expected)
    const sorted = await titles({ near, within, sort: 'distance' })
    expect(sorted.toSorted()).toEqual([...expected].toSorted())
  })

  it('shows the nearest beyond a radius with nothing, page by page', async () => {
    const { search } = openMarket()
    const query = SearchQuery.parse({ near: 'Taadi', within: '50', sort: 'price_low', limit: '3' })
    const { items, beyond, total, nextCursor } = await search(query)
    const nearest = await titles({ near: 'Taadi', sort: 'distance' })
    expect({ beyond, count: total.count }).toEqual({ beyond: true, count: nearest.length })
    const next = await search({ ...query, cursor: nextCursor ?? undefined })
    expect(next.beyond).toBe(true)
    expect([...items, ...next.items].map(({ title }) => title)).toEqual(nearest.slice(0, 6))
    const [first] = nearest
    expect((await search({ ...query, search: first })).items.map(({ title }) => title)).toEqual([first])
  })

  it('sorts newest first without an origin', async () => {
    expect(await titles({ sort: 'distance' })).toEqual(await titles({}))
  })
})

describe('a market that answers one search after another', () => {
  it('sorts the first page of everything as each search asks', async () => {
    const { search } = openMarket()
    const sorted = async (sort: Sort) => (await search(SearchQuery.parse({ sort }))).items
    const newest = await sorted('newest')
    expect((await sorted('oldest')).map(({ id }) => id)).toEqual(newest.map(({ id }) => id).toReversed())
    const prices = newest.map(({ price }) => price).toSorted((one, other) => one - other)
    expect((await sorted('price_low')).map(({ price }) => price)).toEqual(prices)
    expect((await sorted('price_high')).map(({ price }) => price)).toEqual(prices.toReversed())
  })
})

describe('paging', () => {
  const equal = { price: 77, created_at: daysAgo(400) }
  const lots = Array.from({ length: 40 }, (_, number) => ({
    ...equal,
    title: number % 2 ? 'Blue drum' : 'Drum',
    description: number % 3 ? 'A blue drum' : '',
    location: ['Osu', 'Kumasi', 'Ho'][number % 3],
    created_at: number % 5 ? equal.created_at : daysAgo(number),
  }))
  let ids: string[]
  beforeAll(async () => {
    ids = await insertListings(lots)
  })

  const MANY = { byTerms: 0, byIndex: 0, byIndexOfPart: 0 }
  const cases = SORTS.flatMap((sort) =>
    [FEW, MANY].flatMap((few) => ['drum', 'blue drum', undefined].map((search) => ({ sort, search, few }))),
  )

  it.each(cases)('shows each row once: $sort of $search by $few', async ({ sort, search, few }) => {
    const service = openMarket(few)
    const query = SearchQuery.parse({ sort, search, near: '5.6,-0.2', limit: '7' })
    const seen: string[] = []
    for (let cursor: string | undefined | null; cursor !== null;) {
      const page = await service.search({ ...query, cursor })
      seen.push(...page.items.map((item) => item.id))
      cursor = page.nextCursor
    }
    const whole = await openMarket().search({ ...query, limit: 48 })
    expect(whole.total.count).toBe(seen.length)
    expect(seen).toEqual(whole.items.map((item) => item.id))
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(search === 'drum' ? ids : []))
  })

  it.each([FEW, MANY].flatMap((few) => SORTS.map((sort) => ({ sort, few }))))(
    'shows each row within a radius once: $sort by $few',
    async ({ sort, few }) => {
      const query = SearchQuery.parse({ sort, near: 'Osu', within: '25', limit: '7' })
      const seen: string[] = []
      for (let cursor: string | undefined | null; cursor !== null;) {
        const page = await openMarket(few).search({ ...query, cursor })
        seen.push(...page.items.map((item) => item.title))
        cursor = page.nextCursor
      }
      // A third of the lots, and two listings from above.
      expect(seen).toHaveLength(16)
    },
  )

  it('uses the corrected words on later pages as well', async () => {
    const query = { search: 'drumm', limit: 30 }
    const first = await openMarket().search(query)
    const second = await openMarket().search({ ...query, cursor: first.nextCursor ?? '' })
    expect(first).toMatchObject({ similar: true, total: { count: 40 } })
    expect(second).toMatchObject({ similar: true, nextCursor: null })
    expect(new Set([...first.items, ...second.items].map((item) => item.id))).toEqual(new Set(ids))
  })

  it.each<[string, Sort, (good: string) => string]>([
    ['nonsense', 'newest', () => 'nonsense'],
    ['another sort order', 'oldest', (good) => good],
    ['SQL in a date', 'newest', (good) => forged(good, ["2026-01-01' or 1=1", ids[0]])],
    ['an impossible day', 'newest', (good) => forged(good, ['2026-02-31T25:00:00.000Z', ids[0]])],
    ['too many parts', 'newest', (good) => forged(good, [1, '2026-01-01T00:00:00.000Z', ids[0]])],
    ['no list', 'newest', () => Buffer.from('{"a":1}').toString('base64url')],
  ])('refuses a cursor with %s', async (_, sort, make) => {
    const { nextCursor } = await openMarket().search({ search: 'drum', sort: 'newest', limit: 2 })
    const cursor = make(nextCursor ?? '')
    await expect(openMarket().search({ search: 'drum', sort, cursor })).rejects.toMatchObject({
      code: 'invalid-input',
      fields: [{ field: 'cursor' }],
    })
  })

  const forged = (good: string, end: unknown[]) => {
    const [mark, similar] = JSON.parse(Buffer.from(good, 'base64url').toString()) as unknown[]
    return Buffer.from(JSON.stringify([mark, similar, ...end])).toString('base64url')
  }
})

describe('suggestions', () => {
  it.each([
    ['sam', 'Samsung Galaxy S21'],
    ['samsung g', 'Samsung Galaxy S21'],
    ['galxy', 'Samsung Galaxy S21'],
    ['smsung frid', 'Samsung fridge'],
    ['CAF', 'Café table'],
  ])('%s suggests %s', async (typed, title) => {
    expect((await openMarket().suggest(typed)).titles.map(({ text }) => text)).toContain(title)
  })

  it('include categories by name and by their products', async () => {
    const named = await openMarket().suggest('cons')
    expect(named.categories.map((category) => category.id)).toEqual(['console-accessories', 'console'])
    expect((await openMarket().suggest('kente')).categories.map((category) => category.id)).toEqual([
      'fashion',
    ])
    expect(await openMarket().suggest('!!!')).toEqual({ searches: [], titles: [], categories: [] })
  })

  it('include the category of a title and the size of a category', async () => {
    await countCategoryDemand(database)
    const { titles: found, categories } = await openMarket().suggest('kente')
    expect(found).toEqual([{ text: 'Kente cloth', category: 'Fashion & Shoes' }])
    expect(categories).toMatchObject([{ id: 'fashion', products: 1 }])
  })

  it('leave out sold products', async () => {
    expect((await openMarket().suggest('samsung galaxy sol')).titles).toEqual([])
  })
})
