import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ATTRIBUTES } from '#contract/catalog/attributes.ts'
import { SearchQuery } from '#contract/search/search.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { attributeConditions } from '#server/search/filters/attribute-filters.ts'
import { createSearchCaches } from './search-caches.ts'
import { listAttributeFilters, searchProducts } from './service.ts'

const database = setUp(createTestDatabase)
beforeAll(async () => {
  await insertPeople(database.db)
  for (const product of PRODUCTS) await insertProduct(database.db, { description: '', ...product })
})

const PRODUCTS = [
  ['mobile', 'Phone one', { brand: 'Samsung', storage: '128 GB', batteryHealth: 92 }],
  ['mobile', 'Phone two', { brand: 'Samsung', storage: '64 GB', batteryHealth: 80 }],
  ['mobile', 'Phone three', { brand: 'Apple', storage: '128 GB', model: 'iPhone 12' }],
  ['mobile', 'Phone four', {}],
  ['car', 'Car one', { make: 'Toyota', year: 2014, mileage: 96_000, engine: 1.3 }],
  ['car', 'Car two', { make: 'Kia', year: 2019, mileage: 30_000, engine: 1.6 }],
  ['car', 'Car three', { make: 'Kia', year: 2020, mileage: 100_000 }],
].map(([category_id, title, attributes]) => ({
  category_id: category_id as string,
  title: title as string,
  attributes: JSON.stringify(attributes),
}))

const ctx = () => ({
  longReads: database.db,
  reads: database.db,
  now: Date.now,
  searchCaches: createSearchCaches(database.db, Date.now),
})
const parsed = (text: string) => z.parse(SearchQuery, Object.fromEntries(new URLSearchParams(text)))
const found = async (text: string) =>
  (await searchProducts(ctx(), parsed(text))).items
    .map(({ title }) => title.split(' ').at(-1) ?? '')
    .toSorted((one, other) => one.localeCompare(other))

describe('a list narrowed by attributes', () => {
  it.each([
    ['category=mobile&attributes=brand.Samsung', ['one', 'two']],
    ['category=mobile&attributes=brand.samsung*storage.128gb', ['one']],
    ['category=mobile&attributes=brand.Samsung*brand.Apple', ['one', 'three', 'two']],
    ['category=mobile&attributes=brand.Samsung*brand.Apple*storage.128gb', ['one', 'three']],
    ['category=mobile&attributes=brand.Apple*storage.3 GB*storage.128 GB', ['three']],
    ['category=mobile&attributes=batteryHealth.85..', ['one']],
    ['category=mobile&attributes=batteryHealth.80', ['two']],
    ['category=mobile&attributes=model.iphone 12', ['three']],
    ['category=car&attributes=year.2019..2020', ['three', 'two']],
    ['category=car&attributes=mileage...96000', ['one', 'two']],
    ['category=car&attributes=mileage.96001..', ['three']],
    ['category=car&attributes=mileage.96000', ['one']],
    ['category=car&attributes=make.Kia*mileage.30000..99999', ['two']],
    ['category=car&attributes=year.2020..2014', []],
    ['category=car&attributes=make.Kia&search=car&sort=relevance', ['three', 'two']],
    ['category=car&search=toyota', ['one']],
    ['category=car&search=2014', ['one']],
  ])('matches %s', async (text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  it.each([
    'gearbox.Manual',
    'nothing.1',
    'constructor.x',
    'toString.x',
    'storage.3 GB',
    'batteryHealth.good',
    'sim.Dual SIM',
    'brand.<script>',
    'brand.%',
  ])('ignores %s, which does not apply to phones', async (attributes) => {
    expect(await found(`category=mobile&attributes=${encodeURIComponent(attributes)}`)).toHaveLength(4)
  })

  it('ignores attributes without a category or of a category that has none', async () => {
    expect(await found('attributes=brand.Samsung')).toHaveLength(PRODUCTS.length)
    expect(attributeConditions({ category: 'boats', attributes: 'brand.Samsung' })).toEqual({})
    expect(attributeConditions({ category: '__proto__', attributes: 'brand.Samsung' })).toEqual({})
  })

  it.each([
    'brand',
    'brand.',
    '.Samsung',
    'brand.a*',
    `brand.${'x'.repeat(41)}`,
    'br and.x',
    Array(30).fill('a.b').join('*'),
  ])('is refused for %s', (attributes) => {
    expect(z.safeParse(SearchQuery, { category: 'mobile', attributes }).success).toBe(false)
  })

  it('suggests dropping each attribute if nothing is found', async () => {
    const { filterSuggestions } = await searchProducts(
      ctx(),
      parsed('category=mobile&attributes=brand.Apple*storage.64 GB'),
    )
    expect(filterSuggestions.filter(({ drop }) => drop === 'attributes')).toEqual([
      { drop: 'attributes', attribute: 'brand', count: 1 },
      { drop: 'attributes', attribute: 'storage', count: 1 },
    ])
  })
})

describe('the terms of an attribute value', () => {
  it.each([1, 2, 7, 50, 99, 999, 30_000, 96_000, 1_999_999])('match a search for %s', async (value) => {
    const { rows } = await sql<{ terms: string[] }>`
      select attribute_terms('car', jsonb_build_object('mileage', ${value}::int)) as terms`.execute(
      database.db,
    )
    const { attributeTerms = [] } = attributeConditions({ category: 'car', attributes: `mileage.${value}` })
    expect(attributeTerms).toHaveLength(1)
    expect(attributeTerms[0]?.some((term) => rows[0]?.terms.includes(term))).toBe(true)
  })

  it('are the same in TypeScript and SQL', async () => {
    const values = Object.values(ATTRIBUTES)
      .flatMap((attributes) => Object.values(attributes))
      .flatMap((attribute) => (attribute.kind === 'choice' ? attribute.values : []))
    const { rows } = await sql<{ terms: string[] }>`
      select attribute_terms('car', jsonb_build_object('x', value)) as terms
      from unnest(${values}::text[]) with ordinality as v (value, nth) order by nth`.execute(database.db)
    expect(rows.map(({ terms }) => terms)).toEqual(values.map((value) => [`/a/car/x/${value.toLowerCase()}`]))
  })
})

describe('the filters of a category', () => {
  const filtersOf = async (text: string) => (await listAttributeFilters(ctx(), parsed(text))).attributes

  it('have the existing values with counts', async () => {
    const filters = await filtersOf('category=mobile')
    expect(filters.map(({ name }) => name)).toEqual(['brand', 'model', 'storage', 'batteryHealth'])
    expect(filters[0]).toEqual({
      name: 'brand',
      label: 'Brand',
      range: null,
      options: [
        { value: 'Samsung', count: 2 },
        { value: 'Apple', count: 1 },
      ],
      more: false,
    })
    expect(filters[3]?.range).toEqual({ min: 1, max: 100, unit: '%' })
  })

  it('count the results of the other filters, each without itself', async () => {
    const filters = await filtersOf('category=mobile&attributes=brand.Samsung')
    const options = Object.fromEntries(filters.map((filter) => [filter.name, filter.options]))
    expect(options.brand).toEqual([
      { value: 'Samsung', count: 2 },
      { value: 'Apple', count: 1 },
    ])
    expect(options.storage).toEqual([
      { value: '64 GB', count: 1 },
      { value: '128 GB', count: 1 },
    ])
    expect(options.model).toBeUndefined()
  })

  it('count each value of a choice without the choice itself', async () => {
    const choicesOf = async (text: string) => (await listAttributeFilters(ctx(), parsed(text))).choices
    expect(await choicesOf('category=car&search=car')).toEqual({
      condition: { counts: { good: 3 }, more: false },
      price_type: { counts: { negotiable: 3 }, more: false },
    })
    expect(await choicesOf('search=phone&condition=new*poor')).toEqual({
      condition: { counts: { good: 4 }, more: false },
    })
    expect(await choicesOf('search=phnoe')).toEqual({})
  })

  it('include the chosen value even if nothing has it', async () => {
    const filters = await filtersOf('category=mobile&attributes=storage.1 TB&search=three')
    expect(filters.find(({ name }) => name === 'storage')?.options).toEqual([
      { value: '128 GB', count: 1 },
      { value: '1 TB', count: 0 },
    ])
  })

  it('are empty without a category', async () => {
    expect(await filtersOf('search=phone')).toEqual([])
  })
})
