import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { SearchQuery } from '#contract/search/search.ts'
import { createSavedSearch, renewSavedSearches } from '#server/saved-searches/service.ts'
import { PUBLISHED_COLUMNS, toPublished } from '#server/selling/published.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { createTestContext } from '#testing/context.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { writeDocuments } from './rebuild.ts'
import { createSearchCaches } from './search-caches.ts'
import { listSuggestions, searchProducts } from './service.ts'

const database = setUp(createTestDatabase)
const context = setUp(async () => createTestContext(database))
beforeAll(() => insertPeople(database.db))

const insert = (title: string, more: Parameters<typeof insertProduct>[1] = {}) =>
  insertProduct(database.db, { title, description: '', category_id: 'other', ...more })

async function answer(search: string) {
  context.searchCaches.clear()
  const { items, leftOut } = await searchProducts(context, SearchQuery.parse({ search }))
  return { titles: items.map((item) => item.title), leftOut }
}

/** Ids of the saved searches that a product matches. */
async function alertsFor(product: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select saved_search_id as id from searches_matching(${product})`.execute(database.db)
  return rows.map(({ id }) => id)
}

it.each([
  ['iPhone 12 128 GB', 'iphone 12 128gb'],
  ['iPhone 13 256GB', 'iphone 13 256 gb'],
  ["Men's T-shirt", 'mens tshirt'],
  ['Tshirt, blue', 't-shirt blue'],
  ['HP EliteBook 840-G5', '840g5'],
  ['Dell Latitude E7450', 'latitude e 7450'],
  ['Sofa bed 3 in 1', '3in1 sofa'],
  ['Sony PS5 Slim', 'playstation 5'],
  ['PlayStation 4 Pro', 'ps4'],
  ['Volkswagen Jetta', 'vw jetta'],
  ['Honda CR-V', 'honda crv'],
  ['Air fryer 5L', 'airfryer 5 litres'],
  ['Handbag', 'hand bag'],
  ['Nasco 24" LED television', '24 inch tv'],
  ['Midea AC 1.5HP', 'air conditioner 1.5 hp'],
  ['LG washing machine', 'lg washing machine like new'],
  ['Toyota Vitz', 'i want to buy a used toyota vitz for sale in accra'],
  ['AT&T locked phone', 'at&t'],
  ['It, by Stephen King', 'it'],
  ['C++ primer', 'c++'],
  ['Sam\u{ad}sung fri\u{200d}dge', 'samsung refrigerator'],
  ['Nіkе shoes', 'nike shoes'],
  ['𝗕𝗮𝗯𝘆 cot', 'baby crib'],
  ['Redmi Note 12', 'Ｒｅｄｍｉ note 12'],
])('%s is found by %s, also by a suggestion and a saved search', async (title, search) => {
  const id = await insert(title, { location: 'Accra' })
  expect((await answer(search)).titles).toContain(title)
  const suggested = await listSuggestions(context, { text: search })
  expect(suggested.titles.map(({ text }) => text)).toContain(title)
  const saved = await createSavedSearch(context, {
    userId: PEOPLE.kofi.id,
    filters: SearchQuery.parse({ search }),
    alert: 'instant',
  })
  expect(await alertsFor(id)).toContain(saved.id)
})

it.each([
  ['iphnoe 12', 'iPhone 12 128 GB'],
  ['redmi nte 12', 'Redmi Note 12'],
  ['frigde', 'Sam\u{ad}sung fri\u{200d}dge'],
  ['hnoda crv', 'Honda CR-V'],
])('the typing errors of %s find %s', async (search, title) => {
  expect((await answer(search)).titles).toContain(title)
})

it('a C# book is not found by c++', async () => {
  await insert('C# in a nutshell')
  expect((await answer('c++')).titles).toEqual(['C++ primer'])
  expect((await answer('c#')).titles).toEqual(['C# in a nutshell'])
})

it.each(['zzzq', '++', 'the of', 'q&q'])('%s suggests nothing rather than noise', async (text) => {
  expect(await listSuggestions(context, { text })).toEqual({ searches: [], titles: [], categories: [] })
})

describe('the thing', () => {
  const television = {
    category_id: 'home-furniture-appliances',
    location: 'Kumasi',
    region: 'Ashanti',
  } as const
  beforeAll(async () => {
    await insert('Bruhm 43 inch TV', television)
    await insert('TV stand', television)
    await insert('Remote for Bruhm TV', television)
    await insert('Bruhm TV with wall bracket', television)
  })

  it('comes before what is for it', async () => {
    const { titles } = await answer('bruhm tv')
    expect(titles.slice(0, 2).toSorted()).toEqual(['Bruhm 43 inch TV', 'Bruhm TV with wall bracket'])
    expect(titles[2]).toBe('Remote for Bruhm TV')
  })

  it('may be what is for another', async () => {
    expect((await answer('tv stand')).titles[0]).toBe('TV stand')
    expect((await answer('tv remote')).titles[0]).toBe('Remote for Bruhm TV')
  })
})

it('letters and digits that a description writes as one word are found apart', async () => {
  await insert('Pouch, slim', { description: 'Only for iphone11' })
  expect((await answer('iphone 11')).titles).toContain('Pouch, slim')
})

it('a word that titles write as one is found by its parts, also beside frequent words', async () => {
  await insert('Flowerpots, set of 3')
  const caches = createSearchCaches(database.db, Date.now, 0)
  const query = SearchQuery.parse({ search: 'flower pot' })
  const { items } = await searchProducts({ ...context, searchCaches: caches }, query)
  expect(items.map(({ title }) => title)).toContain('Flowerpots, set of 3')
})

it('a name of nothing but plain words is listed once, however many have it', async () => {
  for (const nth of [1, 2, 3]) await insert(`The Who, volume ${nth}`)
  const caches = createSearchCaches(database.db, Date.now, 0)
  const few = { byTerms: 0, byIndex: 0, byIndexOfPart: 0 }
  const query = SearchQuery.parse({ search: 'who' })
  const { items } = await searchProducts({ ...context, searchCaches: caches }, query, few)
  expect(items.map(({ title }) => title)).toEqual([
    'The Who, volume 3',
    'The Who, volume 2',
    'The Who, volume 1',
  ])
})

describe('without a listing that has all words', () => {
  it('the words still count beside a frequent attribute and a price', async () => {
    const phone = { category_id: 'mobile', attributes: JSON.stringify({ brand: 'Nokia' }), price: 300 }
    await insert('Nokia 3310 classic', phone)
    await insert('Nokia 105', phone)
    const caches = createSearchCaches(database.db, Date.now, 0)
    const search = { search: 'nokia 3310 zebra', category: 'mobile', attributes: 'brand.Nokia', max: '500' }
    const { items } = await searchProducts({ ...context, searchCaches: caches }, SearchQuery.parse(search))
    expect(items.map(({ title }) => title)).toEqual(['Nokia 3310 classic'])
    const nowhere = { ...search, near: '0.5,-9.9', within: '5' }
    const reply = await searchProducts({ ...context, searchCaches: caches }, SearchQuery.parse(nowhere))
    expect(reply).toMatchObject({ beyond: true, items: [{ title: 'Nokia 3310 classic' }] })
  })

  it('a publication with most of the words is found at once', async () => {
    const caches = createSearchCaches(database.db, Date.now)
    const query = SearchQuery.parse({ search: 'seperewa harp in tema' })
    const find = () => searchProducts({ ...context, searchCaches: caches }, query)
    expect((await find()).items).toEqual([])
    const id = await insert('Seperewa harp', { location: 'Kumasi', region: 'Ashanti' })
    const row = await database.db
      .selectFrom('products')
      .select(PUBLISHED_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    caches.clear(toPublished(row))
    expect(await find()).toMatchObject({ items: [{ title: 'Seperewa harp' }], leftOut: ['tema'] })
  })

  it('similar words within a radius have further pages', async () => {
    for (const size of ['small', 'large'])
      await insert(`Xylophone, ${size}`, { region: 'Ashanti', location: 'Kumasi' })
    const query = SearchQuery.parse({ search: 'xylofone', near: 'Kumasi', within: '25', limit: '1' })
    const first = await searchProducts(context, query)
    const next = await searchProducts(context, { ...query, cursor: first.nextCursor ?? undefined })
    expect([first, next].map(({ similar, beyond, items }) => [similar, beyond, items[0]?.title])).toEqual([
      [true, false, 'Xylophone, large'],
      [true, false, 'Xylophone, small'],
    ])
  })

  it('those with most of them are found, and the others are named', async () => {
    await insert('Yamaha acoustic guitar')
    expect(await answer('yamaha acoustic guitar amplifier')).toEqual({
      titles: ['Yamaha acoustic guitar'],
      leftOut: ['amplifier'],
    })
  })

  it('the words left out are shown as people write them', async () => {
    expect((await answer('yamaha acoustic guitar 2.5kg c++')).leftOut).toEqual(['2.5kg', 'c++'])
  })

  it.each(['iphone 99', 'galaxy s99 ultra', 'amplifier zither'])('%s finds nothing', async (search) => {
    expect(await answer(search)).toEqual({ titles: [], leftOut: [] })
  })
})

it('a saved search of an earlier version is worked out again', async () => {
  const { id: saved } = await createSavedSearch(context, {
    userId: PEOPLE.kofi.id,
    filters: SearchQuery.parse({ search: 'talking drum' }),
    alert: 'instant',
  })
  const outdated = { words: null, keys: ['w/nothing'], search_version: 0 }
  await database.db.updateTable('saved_searches').set(outdated).where('id', '=', saved).execute()
  const drum = await insert('Talking drum')
  expect(await alertsFor(drum)).not.toContain(saved)
  await renewSavedSearches(context)
  expect(await alertsFor(drum)).toContain(saved)
  expect(await alertsFor(await insert('Silent drum'))).not.toContain(saved)
})

it('texts that change elsewhere are found once the job has run', async () => {
  const id = await insert('Wooden mortar')
  await database.db.updateTable('products').set({ title: 'Brass bell' }).where('id', '=', id).execute()
  expect((await answer('brass bell')).titles).toEqual([])
  await writeDocuments(context)
  expect((await answer('brass bell')).titles).toEqual(['Brass bell'])
  expect((await answer('wooden mortar')).titles).toEqual([])
})

it('a listing that moves is found by its new town', async () => {
  const id = await insert('Calabash', { region: 'Volta', location: 'Ho' })
  expect((await answer('calabash ho')).titles).toEqual(['Calabash'])
  await database.db
    .updateTable('products')
    .set({ region: 'Northern', location: 'Tamale' })
    .where('id', '=', id)
    .execute()
  expect((await answer('calabash tamale')).titles).toEqual(['Calabash'])
  expect((await answer('calabash ho')).leftOut).toEqual(['ho'])
})
