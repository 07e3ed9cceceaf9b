import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import {
  DATE_DAYS,
  type DateFilter,
  DATES,
  choiceValues,
  type PriceType,
  type Sort,
} from '#contract/selling/choices.ts'
import { type Region, regionsMeant } from '#contract/catalog/regions.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { FREQUENT } from '#server/search/words/frequent-words.ts'
import { FEW } from './pages.ts'
import { createSearchCaches } from './search-caches.ts'
import { searchProducts } from './service.ts'

/** Words that stemming does not change; 'phone' names a category. */
const WORDS = ['lamp', 'sofa', 'drum', 'zinc', 'phone'] as const
const REGIONS_USED = ['Greater Accra', 'Ashanti', 'Ahafo', 'Bono', 'Brong Ahafo'] as const satisfies Region[]
const TOWNS = ['Osu', 'Kumasi', 'Goaso', 'Sunyani', ''] as const
const CATEGORIES = ['mobile', 'fashion', 'console'] as const
const NOW = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3_600_000

interface Row {
  id: string
  title: string
  description: string
  price: number
  price_type: PriceType
  category_id: string
  region: Region
  location: string
  status: 'available' | 'reserved' | 'sold' | 'draft'
  created_at: string
  /** JSON. */
  attributes: string
}

/** May include attributes of another category, as after a product left it. */
const anyAttributes = fc.record(
  {
    brand: fc.constantFrom('Apple', 'Samsung', 'Nike'),
    batteryHealth: fc.constantFrom(40, 79, 80, 90, 100),
    size: fc.constantFrom('M', 'XL', 44),
  },
  { requiredKeys: [] },
)

const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
const newRow = fc.record({
  title: sentence.map((words) => `New ${words}`),
  description: fc.oneof(fc.constant(''), sentence),
  price: fc.constantFrom(5, 10, 10, 99.99, 500, 12_000),
  price_type: fc.constantFrom(...choiceValues('priceType')),
  category_id: fc.constantFrom(...CATEGORIES),
  region: fc.constantFrom<Region>(...REGIONS_USED),
  location: fc.constantFrom(...TOWNS),
  attributes: anyAttributes.map((attributes) => JSON.stringify(attributes)),
  status: fc.constantFrom('available', 'available', 'available', 'reserved', 'sold', 'draft'),
  // Few different times, so that many rows are equal.
  created_at: fc
    .constantFrom(1, 30, 31, 200, 2000, 9000)
    .map((hours) => new Date(NOW - hours * HOUR).toISOString()),
})

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const anyQuery = fc.record({
  search: fc.option(
    fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }).map((w) => w.join(' ')),
    { nil: undefined },
  ),
  category: optional(CATEGORIES),
  attributes: optional([
    'brand.apple',
    'brand.Samsung*batteryHealth.80..',
    'batteryHealth.80',
    'batteryHealth.79..90*size.M',
    'batteryHealth.30..95',
    'batteryHealth.90..80',
    'size.XL',
    'gearbox.Manual*size.none',
  ]),
  region: optional<Region>(REGIONS_USED),
  location: optional(['osu', 'KUM', 'ahafo', 'goaso']),
  min: optional([10, 99.99]),
  max: optional([10, 500]),
  date: optional<DateFilter>(DATES),
  price_type: optional(choiceValues('priceType')),
  sort: optional<Exclude<Sort, 'distance'>>(['newest', 'oldest', 'price_low', 'price_high', 'relevance']),
  limit: fc.integer({ min: 1, max: 9 }),
})
type AnyQuery = typeof anyQuery extends fc.Arbitrary<infer Q> ? Q : never

const has = (text: string, words: string[]) => words.every((word) => text.split(' ').includes(word))
const categoryWord = ({ category_id }: Row) => (category_id === 'mobile' ? 'phone' : category_id)
const scoreOf = (row: Row, words: string[]) =>
  (has(`${row.title} ${categoryWord(row)}`, words) ? 2 : 0) + (has(row.description, words) ? 1 : 0)

interface Known {
  brand?: string
  batteryHealth?: number
  size?: string | number
}

/** Attributes that each category has; others do not narrow a search. */
const KNOWN_IN: Record<string, (keyof Known)[]> = {
  mobile: ['brand', 'batteryHealth'],
  fashion: ['brand', 'size'],
  console: ['brand'],
}
const SIZES = ['M', 'XL']

function matchesAttribute(known: Known, name: keyof Known, wanted: string): boolean {
  if (name === 'batteryHealth') {
    const [from, to = from] = wanted.split('..')
    const value = known.batteryHealth ?? -1
    return value >= Number(from || 1) && value <= Number(to || 100)
  }
  if (name === 'size' && !SIZES.includes(wanted)) return true
  return String(known[name]).toLowerCase() === wanted.toLowerCase()
}

function hasAttributes(row: Row, { category, attributes = '' }: AnyQuery): boolean {
  const known = JSON.parse(row.attributes) as Known
  return attributes
    .split('*')
    .map((part) => part.split('.') as [keyof Known, ...string[]])
    .filter(([name]) => KNOWN_IN[category ?? '']?.includes(name))
    .every(([name, ...wanted]) => matchesAttribute(known, name, wanted.join('.')))
}

type Test = (row: Row, query: AnyQuery) => boolean

const TESTS: Test[] = [
  ({ status }) => status === 'available' || status === 'reserved',
  (row, { search }) => has(`${row.title} ${row.description} ${categoryWord(row)}`, search?.split(' ') ?? []),
  (row, { category = row.category_id }) => row.category_id === category,
  hasAttributes,
  (row, { region = row.region }) => regionsMeant(region).includes(row.region),
  (row, { location }) => location === undefined || isThere(row, location.toLowerCase()),
  (row, { min = 0, max = Infinity }) => row.price >= min && row.price <= max,
  (row, { price_type = row.price_type }) => row.price_type === price_type,
  (row, { date = 'all' }) =>
    date === 'all' || NOW - Date.parse(row.created_at) <= DATE_DAYS[date] * 24 * HOUR,
]
const isWanted: Test = (row, query) => TESTS.every((test) => test(row, query))

const isThere = (row: Row, location: string) =>
  location === 'ahafo' ? row.region === 'Ahafo' : row.location.toLowerCase().startsWith(location)

const descending = <T>(a: T, b: T) => (a < b ? 1 : a > b ? -1 : 0)
const newest = (a: Row, b: Row) => descending(a.created_at, b.created_at) || descending(a.id, b.id)

function inOrder(query: AnyQuery): (a: Row, b: Row) => number {
  const words = query.search?.split(' ') ?? []
  switch (query.sort ?? (query.search && 'relevance')) {
    case 'oldest':
      return (a, b) => newest(b, a)
    case 'price_low':
      return (a, b) => a.price - b.price || newest(a, b)
    case 'price_high':
      return (a, b) => b.price - a.price || newest(a, b)
    case 'relevance':
      return (a, b) => scoreOf(b, words) - scoreOf(a, words) || newest(a, b)
    default:
      return newest
  }
}

const database = setUp(createTestDatabase)
const rows: Row[] = []

beforeAll(async () => {
  await insertPeople(database.db)
  for (const row of fc.sample(newRow, { numRuns: 120, seed: 7 })) {
    rows.push({ ...row, id: await insertProduct(database.db, row) })
  }
})

it.each([
  { few: FEW, frequent: FREQUENT, runs: 150 },
  { few: { byTerms: 0, byIndex: 0, byIndexOfPart: 0 }, frequent: 0, runs: 150 },
])(
  'the search finds, orders and pages like a plain filter of the rows ($few, frequent from $frequent on)',
  async ({ few, frequent, runs }) => {
    const now = () => NOW
    const ctx = {
      longReads: database.db,
      reads: database.db,
      now,
      searchCaches: createSearchCaches(database.db, now, frequent),
    }
    const sameAsModel = fc.asyncProperty(anyQuery, async (query) => {
      const expected = rows.filter((row) => isWanted(row, query)).toSorted(inOrder(query))
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await searchProducts(ctx, { ...query, cursor }, few)
        expect(page.total).toEqual({ count: expected.length, more: false })
        expect(page.items.length).toBeLessThanOrEqual(query.limit)
        seen.push(...page.items.map((item) => item.id))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(seen).toEqual(expected.map((row) => row.id))
    })
    await fc.assert(sameAsModel, { numRuns: runs, seed: 11 })
  },
  60_000,
)
