import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SearchQuery } from '#contract/search/search.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { getProduct, listFeatured } from '#server/products/service.ts'
import { loadMarket } from './load.ts'
import { createTestDatabase } from '#testing/database.ts'
import { isWasteful, readingsOf } from '#testing/plans.ts'
import { setUp } from '#testing/set-up.ts'
import { peoplesFirstTimeSearches } from '#testing/market/people-searches.ts'
import { createSearchCaches, type SearchCaches } from '#server/search/search-caches.ts'
import { FEW } from '#server/search/pages.ts'
import { FREQUENT } from '#server/search/words/frequent-words.ts'
import { listAttributeFilters, searchProducts } from '#server/search/service.ts'

/** One colour for each execution. */
const COLOURS = ['Black', 'White', 'Grey', 'Silver', 'Gold', 'Blue', 'Red', 'Green']

/** Enough for the planner to prefer indexes, and to use each way of reading a page. */
const PRODUCTS = 20_000
/** PostgreSQL plans a statement's first five executions separately and then decides about a generic plan. */
const EXECUTIONS = 8
const LOAD_MILLISECONDS = 120_000

const database = setUp(createTestDatabase)
let words: string[]
/** A single connection for each test, because prepared statements belong to a connection. */
let db: Database
let searchCaches: SearchCaches
beforeAll(async () => {
  const client = new pg.Client(database.url)
  await client.connect()
  await loadMarket(client, { products: PRODUCTS, seed: 1, until: new Date(), progress: () => undefined })
  await client.end()
  const { rows } = await sql<{ word: string }>`
    select word from market_words order by products desc limit ${EXECUTIONS}`.execute(database.db)
  words = rows.map(({ word }) => word)
}, LOAD_MILLISECONDS)
beforeEach(() => {
  db = connect(database.url, { connections: 1 })
  searchCaches = createSearchCaches(db, Date.now)
})
afterEach(() => db.destroy())

const search = (query: object) =>
  searchProducts({ reads: db, longReads: db, now: Date.now, searchCaches }, SearchQuery.parse(query))

const ids = async () => (await search({})).items.map(({ id }) => id)

const HOT_READS: Record<string, (index: number) => Promise<unknown>> = {
  'sorted by date': () => search({}),
  'sorted by price': () => search({ sort: 'price_low' }),
  'of a category': () => search({ category: 'mobile' }),
  'of a region': () => search({ region: 'Greater Accra' }),
  'with a word, newest first': (index) => search({ search: words[index], sort: 'newest' }),
  'with a word, most relevant first': (index) => search({ search: words[index] }),
  'with a word that names a category': (index) => search({ search: ['phone', 'car', 'laptop'][index % 3] }),
  'with a value of an attribute': (index) =>
    search({ category: 'mobile', attributes: `colour.${COLOURS[index]}` }),
  'with a number between two': (index) =>
    search({ category: 'car', attributes: `year.${1960 + index}..${2000 + index}` }),
  'with a word and a value of an attribute': (index) =>
    search({ category: 'mobile', attributes: `colour.${COLOURS[index]}`, search: words[0] }),
  'of the home page': () => listFeatured({ reads: db }),
  'of one product': async (index) => getProduct({ reads: db }, { id: (await ids())[index] ?? '' }),
}

interface Statement {
  name: string
  statement: string
  generic_plans: number
  custom_plans: number
}

/** Statements that read products, executed often enough for a generic plan. Counts are cached for a while. */
async function statementsOf(read: (index: number) => Promise<unknown>): Promise<Statement[]> {
  for (let index = 0; index < EXECUTIONS; index += 1) await read(index)
  const { rows } = await sql<Statement>`
    select name, statement, generic_plans::int, custom_plans::int from pg_prepared_statements
    where replace(statement, '"', '') ~ 'products (as )?p[[:space:]]' and statement not like '%count(*)::int as count from%'`.execute(
    db,
  )
  return rows.filter((row) => row.generic_plans + row.custom_plans >= EXECUTIONS)
}

it.each(Object.keys(HOT_READS))('products %s are read with one generic plan along an index', async (name) => {
  const statements = await statementsOf(HOT_READS[name] as (index: number) => Promise<unknown>)
  expect(statements).not.toEqual([])
  for (const { statement, generic_plans: generic, custom_plans: custom } of statements) {
    expect({ statement, custom }).toEqual({ statement, custom: generic > 0 ? Math.min(custom, 5) : -1 })
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`${sql.raw(`explain (generic_plan) ${statement}`)}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan on products')
  }
})

/** Words that are frequent, and matches that are few, as many times smaller as this market is smaller than a million. */
const SHARE = PRODUCTS / 1_000_000
const FEW_HERE = Object.fromEntries(
  Object.entries(FEW).map(([name, most]) => [name, most * SHARE]),
) as typeof FEW

it(
  'searches as people make them read few rows, in the order of an index',
  async () => {
    const readings = await readingsOf(database, 'products', async (reads) => {
      const caches = createSearchCaches(reads, Date.now, FREQUENT * SHARE)
      const ctx = { reads, longReads: reads, now: Date.now, searchCaches: caches }
      for (const address of peoplesFirstTimeSearches()) {
        const query = SearchQuery.parse(Object.fromEntries(address))
        await searchProducts(ctx, query, FEW_HERE)
        await listAttributeFilters(ctx, query)
      }
    })
    expect(readings.filter(isWasteful)).toEqual([])
  },
  LOAD_MILLISECONDS,
)
