import { beforeAll, describe, expect, it } from 'vitest'
import { SearchQuery } from '#contract/search/search.ts'
import { PUBLISHED_COLUMNS, toPublished } from '#server/selling/published.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { apiPages } from '#testing/api-pages.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct, renameUnannounced } from '#testing/market/products.ts'
import { beginDraft, call, listingForm } from '#testing/market/selling.ts'
import { receivedAll } from '#testing/received-all.ts'
import { setUp } from '#testing/set-up.ts'
import { createAddressCheck } from './addresses.ts'
import { createLookups } from './lookups.ts'

import { createSearchCaches } from './search-caches.ts'
import { searchProducts } from './service.ts'

let ama: TestClient
const galaxyIds: string[] = []
const test = setUp(() => createTestApp({ pages: apiPages }))
/** One more process of the same site. */
const other = setUp(() => createTestApp({ pages: apiPages, database: test.database }))
beforeAll(async () => {
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
  const galaxies = [{ price_type: 'fixed', attributes: '{"brand": "Samsung"}' }, { price: 900 }] as const
  for (const galaxy of galaxies) galaxyIds.push(await insertProduct(test.db, galaxy))
})

/** Searches that find a phone in Bantama for 1,250 cedis. */
const WITH_PHONE = [
  '',
  '?search=spark',
  '?search=clean+charger',
  '?category=mobile&max=1250',
  '?category=mobile&attributes=brand.Tecno*storage.128+GB',
  '?min=1250',
  '?region=Ashanti&date=today',
  '?location=Bantama',
  '?location=Kumasi&price_type=negotiable',
  '?near=Kumasi&within=25',
  '?sort=price_low',
]
const WITHOUT = [
  '?search=galaxy',
  '?category=mobile&attributes=brand.Samsung',
  '?search=clean+box',
  '?max=1249.99&region=Greater+Accra',
  '?min=1251',
  '?region=Greater+Accra',
  '?location=Osu',
  '?price_type=fixed&category=mobile',
]

describe('a publication', () => {
  it('appears at once in the matching cached lists of every process and keeps the others', async () => {
    const read = async ({ app }: TestApp, query: string) => (await app.request(`/products${query}`)).text()
    for (const process of [test, other])
      for (const query of [...WITH_PHONE, ...WITHOUT]) await read(process, query)
    // This change is not announced, so it shows whether a list was loaded again.
    await renameUnannounced(test.db, 'Renamed', galaxyIds)
    const draft = await beginDraft(ama)
    await insertPhoto(test.db, draft.id)
    await call(ama, 'POST', `/api/selling/products/${draft.id}/publish`, { version: 1, form: listingForm() })
    for (const query of WITH_PHONE) expect(await read(test, query)).toContain('Tecno Spark 10')
    for (const query of WITHOUT) expect(await read(test, query)).toContain('Samsung Galaxy A54')
    await receivedAll(other)
    for (const query of WITH_PHONE) expect(await read(other, query)).toContain('Tecno Spark 10')
    for (const query of WITHOUT) expect(await read(other, query)).toContain('Samsung Galaxy A54')
  })

  it('concerns every list in which the search finds the product', async () => {
    const { db } = test
    const ids: Record<string, string> = {}
    const towns = ['Osu', 'East Legon, Accra', 'Bantama, Kumasi', 'behind the old market']
    for (const location of towns)
      for (const region of ['Greater Accra', 'Ashanti', 'Bono'])
        ids[`${location} ${region}`] = await insertProduct(db, { location, region, tags: ['second-hand'] })
    const searches = ['', 'samsung', 'phones boxes', 'second hand', 'the', 'sumsung', 'galaxy54']
    const locations = ['', 'Osu', 'legon', 'Kumasi', 'Ashanti', 'old mar', 'Brong Ahafo', 'Ghana', 'osuu']
    const searchCaches = createSearchCaches(db, Date.now)
    const check = createAddressCheck(searchCaches.lookups)
    const rows = await db
      .selectFrom('products')
      .select(['id', ...PUBLISHED_COLUMNS])
      .execute()
    const missed: unknown[] = []
    let refusals = 0
    for (const search of searches)
      for (const location of locations) {
        const query = new URLSearchParams({ ...(search && { search }), ...(location && { location }) })
        const parsed = SearchQuery.parse(Object.fromEntries(query))
        const { items } = await searchProducts(
          { reads: db, longReads: db, now: Date.now, searchCaches },
          parsed,
        )
        const found = new Set(items.map(({ id }) => id))
        for (const row of rows) {
          const isPossible = check(`/products?${query}`, toPublished(row))
          if (found.has(row.id) && !isPossible) missed.push([search, location, row])
          refusals += isPossible ? 0 : 1
        }
      }
    expect(missed).toEqual([])
    expect(refusals).toBeGreaterThan(100)
  })

  it('does not affect pages of other products and sellers', async () => {
    const row = await test.db.selectFrom('products').select(PUBLISHED_COLUMNS).executeTakeFirstOrThrow()
    const product = { ...toPublished(row), sellerId: PEOPLE.ama.id }
    const check = createAddressCheck(createLookups(test.db, Date.now))
    const own = PEOPLE.ama.id.toUpperCase()
    for (const address of ['/', '/help', `/sellers/${own}`, `/api/sellers/${own}/products?limit=2`])
      expect([address, check(address, product)]).toEqual([address, true])
    // The words of these addresses, or their number of results, are not known yet.
    for (const address of ['/products?search=radio', '/api/products', '/api/suggestions?q=a', '/sellers/x'])
      expect([address, check(address, product)]).toEqual([address, true])
    const others = [`/sellers/${PEOPLE.kofi.id}`, `/products/${PEOPLE.kofi.id}`]
    for (const address of others.flatMap((path) => [path, `/api${path}`]))
      expect([address, check(address, product)]).toEqual([address, false])
  })
})
