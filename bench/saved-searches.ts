import { sql } from 'kysely'
import { SearchQuery } from '#contract/search/search.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { sendInstantAlerts } from '#server/saved-searches/alerts.ts'
import { queryText } from '#server/saved-searches/query-text.ts'
import { keysOf } from '#server/saved-searches/search-keys.ts'
import { createSearchCaches } from '#server/search/search-caches.ts'
import { getSearchMeaning } from '#server/search/service.ts'
import { openBenchDatabase } from '#bench/load/bench-database.ts'
import { speedOf } from '#bench/load/percentile.ts'
import { sum } from '#bench/load/processes.ts'
import { p99Row, type Row } from './report.ts'
import { searchMix } from './search-mix.ts'

const PRODUCTS = 5000
const SAVED = 100_000
const PEOPLE = 100
const MATCHED = 400
/** New products of the last thirty days, each with all its matches. */
const MATCHED_BEFORE = 600

/** Each person saves the same thousand searches for words of titles, some within a region. */
async function insertSaved(db: Database): Promise<void> {
  const ctx = { searchCaches: createSearchCaches(db, Date.now) }
  const queries = new Map((await searchMix(db)).map((query) => [query.toString(), query]))
  await sql`insert into profiles (full_name) select 'Saver ' || n from generate_series(1, ${PEOPLE}::int) n`.execute(
    db,
  )
  for (const query of [...queries.values()].slice(0, SAVED / PEOPLE)) {
    const filters = SearchQuery.parse(Object.fromEntries(query))
    const meaning = await getSearchMeaning(ctx, filters)
    await sql`
      insert into saved_searches (profile_id, query, keys, words, regions)
      select id, ${queryText(filters)}, ${keysOf(meaning)}, ${meaning.wordsQuery ?? null}::tsquery,
        ${meaning.regions ?? null}
      from profiles where full_name like 'Saver %'`.execute(db)
  }
  await sql`vacuum analyze saved_searches`.execute(db)
}

/** Inserts the matches of thirty days. */
async function insertHistory(db: Database, productIds: readonly string[]): Promise<void> {
  await sql`
    insert into saved_search_matches (saved_search_id, product_id, matched_at, told_at, at_once)
    select s.saved_search_id, p.id, p.at, p.at, true
    from (
      select id, now() - index * interval '30 days' / ${productIds.length}::int as at
      from unnest(${[...productIds]}::uuid[]) with ordinality as product (id, index)
    ) p, searches_matching(p.id) s`.execute(db)
  await sql`vacuum analyze saved_search_matches`.execute(db)
}

/** Jobs that do not run, so that nothing is delivered. */
const jobs = { enqueueAll: async () => undefined } as unknown as Jobs

interface Timed {
  name: string
  atMost: number
  productIds: readonly string[]
  act: (productId: string) => Promise<unknown>
}

async function rowOf({ name, atMost, productIds, act }: Timed): Promise<Row> {
  const times: number[] = []
  for (const id of productIds) {
    const begun = performance.now()
    await act(id)
    times.push(performance.now() - begun)
  }
  return p99Row(name, speedOf(times, sum(times) / 1000), atMost)
}

/**
 * Measures how long the database takes to find the saved searches that match a new product, and to save the
 * matches.
 */
export async function savedSearchRows(): Promise<Row[]> {
  await using database = await openBenchDatabase(PRODUCTS)
  await using db = connect(database.url)
  await insertSaved(db)
  const { rows } = await sql<{ id: string }>`
      select id from products where status = 'available' order by md5(id::text)
      limit ${MATCHED + MATCHED_BEFORE}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const fresh = ids.slice(0, MATCHED)
  await insertHistory(db, ids.slice(MATCHED))
  return [
    await rowOf({
      name: `a new product among ${SAVED.toLocaleString('en')} saved searches`,
      atMost: 50,
      productIds: fresh,
      act: (id) => sql`select * from searches_matching(${id})`.execute(db),
    }),
    // Thousands of rows that a job writes, for which nobody waits.
    await rowOf({
      name: 'the same, noted after 30 days of matches',
      atMost: 250,
      productIds: fresh,
      act: (productId) => sendInstantAlerts({ db, jobs }, { productId }),
    }),
  ]
}
