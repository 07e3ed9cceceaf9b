import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PRODUCTS_PER_PAGE_MAX } from '#contract/limits.ts'
import type { ProductCard } from '#contract/products.ts'
import type { SavedSearch } from '#contract/search/saved-searches.ts'
import { SearchQuery } from '#contract/search/search.ts'
import { filteredColumns, parametersOf } from '#contract/search/search-filters.ts'
import { WITHOUT_FILTER } from '#contract/search/without-filter.ts'
import { productAmounts } from '#contract/selling/amounts.ts'
import { exportedData } from '#server/personal-data/exported-data.ts'
import { createAddressCheck } from '#server/search/addresses.ts'
import { createSearchCaches } from '#server/search/search-caches.ts'
import { PUBLISHED_COLUMNS, toPublished } from '#server/selling/published.ts'
import { toSavedQuery } from '#web/saved-searches/saved-query.ts'
import { filtersToSearch, parseFilters } from '#web/search/filters.ts'
import { filtersInWords } from '#web/search/filters-in-words.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { filterExamples } from '#testing/market/filter-examples.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp, setUpClient } from './set-up.ts'
import { TEST_CONFIG } from '#testing/accounts/signed-in.ts'

const test = setUp(createMarket)
const kofi = setUpClient(test, 'kofi')

/** Ids of products that match and do not match an example's filters, by filter. */
const products = new Map<string, { fitting: string; others: string[] }>()

beforeAll(async () => {
  for (const { filter, fits, others } of filterExamples) {
    const fitting = await insertProduct(test.db, fits)
    const ids = await Promise.all(others.map((other) => insertProduct(test.db, other)))
    products.set(filter, { fitting, others: ids })
  }
})

/** Publishing a product refreshes these in any case, because date and distance are not compared. */
const ALWAYS_REFRESHED: string[] = ['date', 'within']
/** A date filter is not saved with a search, because its meaning changes as time passes. */
const savedExamples = filterExamples.filter(({ filter }) => filter !== 'date')

const productsOf = (filter: string) => products.get(filter)!

/** Rows of a table in a person's data export. */
async function exported(table: string, person: keyof typeof PEOPLE): Promise<object[]> {
  const site = { db: test.db, site: TEST_CONFIG } as unknown as Parameters<typeof exportedData>[0]
  for await (const { name, content } of exportedData(site, PEOPLE[person].id)) {
    if (name !== `${table}.json`) continue
    for await (const piece of content) return JSON.parse(new TextDecoder().decode(piece)) as object[]
  }
  return []
}

const match = (productId: string) =>
  test.db
    .transaction()
    .execute((tx) => test.jobs.enqueue(tx, { name: 'match-saved-searches', options: {} }, { productId }))

describe.each(filterExamples)('the filter $filter', ({ filter, filters }) => {
  const address = filtersToSearch(filters)

  it('has all its parameters in an address and a text for its removal', () => {
    expect(Object.keys(filters)).toEqual(expect.arrayContaining(parametersOf(filter)))
    expect(parseFilters(new URLSearchParams(address))).toEqual(filters)
    expect(WITHOUT_FILTER[filter]).toMatch(/\w/)
  })

  it('finds only the matching products', async () => {
    const response = await kofi.send('GET', `/api/products${address}&limit=${PRODUCTS_PER_PAGE_MAX}`)
    const { items } = (await response.json()) as { items: ProductCard[] }
    const found = items.map(({ id }) => id)
    const { fitting, others } = productsOf(filter)
    expect(found).toContain(fitting)
    expect(found.filter((id) => others.includes(id))).toEqual([])
  })

  it('refreshes only the lists that a new product matches', async () => {
    const { lookups } = createSearchCaches(test.db, Date.now)
    const query = SearchQuery.parse(filters)
    await lookups.count(await lookups.filters(query), query)
    const check = createAddressCheck(lookups)
    const rows = await test.db
      .selectFrom('products')
      .select(['id', ...PUBLISHED_COLUMNS])
      .execute()
    const refreshed = rows.filter((row) => check(`/products${address}`, toPublished(row))).map(({ id }) => id)
    const { fitting, others } = productsOf(filter)
    expect(refreshed).toContain(fitting)
    expect(refreshed.filter((id) => others.includes(id))).toEqual(
      ALWAYS_REFRESHED.includes(filter) ? others : [],
    )
  })
})

describe.each(savedExamples)('a saved search by $filter', ({ filter, filters, words }) => {
  beforeEach(async () => {
    await test.db.deleteFrom('saved_searches').execute()
    await test.db.deleteFrom('notifications').execute()
  })

  it('is stored, described, exported and alerts only about matches', async () => {
    const address = filtersToSearch(filters)
    const response = await kofi.send('POST', '/api/saved-searches', { query: address, alert: 'instant' })
    const { query } = (await response.json()) as SavedSearch
    expect([query, toSavedQuery(filters)]).toEqual([address, address])
    const { title, details } = filtersInWords(filters, { categoryName: 'Cars', money: (of) => `GH₵${of}` })
    expect([title, ...details]).toContain(words)
    expect(await exported('saved_searches', 'kofi')).toMatchObject([{ query }])
    const { fitting, others } = productsOf(filter)
    for (const productId of [fitting, ...others]) await match(productId)
    await test.jobs.settled()
    const alerts = await test.db.selectFrom('notifications').select('action_url').execute()
    expect(alerts).toEqual([{ action_url: `/products/${fitting}` }])
  })
})

it('names every amount except the price', () => {
  const unnamed = productAmounts.filter(({ filter }) => filter.inWords === '')
  expect(unnamed.map(({ column }) => column)).toEqual(['price'])
})

it("exports the sellers' columns used by filters", async () => {
  const [listing = {}] = await exported('products', 'ama')
  expect(Object.keys(listing)).toEqual(expect.arrayContaining(filteredColumns))
})
