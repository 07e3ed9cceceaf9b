import { sql } from 'kysely'
import { SearchQuery } from '#contract/search.ts'
import { catalogService } from '#server/catalog/service.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { keysOf, queryText } from '#server/saved-searches/rules.ts'
import { searchService } from '#server/search/service.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { Row } from './report.ts'
import { searchMix } from './search-mix.ts'

const PRODUCTS = 5000
const SAVED = 100_000
const PEOPLE = 100
const MATCHED = 400

/** Each person saves the same thousand searches, of words as they stand in titles, some within a region. */
async function insertSaved(db: Database): Promise<void> {
  const search = searchService({ db, catalog: catalogService({ db }) })
  const queries = new Map((await searchMix(db)).map((query) => [query.toString(), query]))
  await sql`insert into profiles (full_name) select 'Saver ' || n from generate_series(1, ${PEOPLE}::int) n`.execute(
    db,
  )
  for (const query of [...queries.values()].slice(0, SAVED / PEOPLE)) {
    const filters = SearchQuery.parse(Object.fromEntries(query))
    const meaning = await search.meaning(filters)
    await sql`
      insert into saved_searches (profile_id, query, keys, words, regions)
      select id, ${queryText(filters)}, ${keysOf(meaning)}, ${meaning.wordsQuery ?? null}::tsquery,
        ${meaning.regions ?? null}
      from profiles where full_name like 'Saver %'`.execute(db)
  }
  await sql`vacuum analyze saved_searches`.execute(db)
}

/** How long the database takes to find, among many saved searches, those that a new product meets. */
export async function savedSearchRows(): Promise<Row[]> {
  const database = await openBenchDatabase(PRODUCTS)
  const db = connect(database.url)
  try {
    await insertSaved(db)
    const { rows } = await sql<{ id: string }>`
      select id from products where status = 'available' order by md5(id::text) limit ${MATCHED}`.execute(db)
    const times: number[] = []
    for (const { id } of rows) {
      const begun = performance.now()
      await sql`select * from searches_matching(${id})`.execute(db)
      times.push(performance.now() - begun)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => sorted[Math.floor(sorted.length * part)])
    const total = times.reduce((sum, time) => sum + time, 0)
    return [
      {
        name: `a new product among ${SAVED.toLocaleString('en')} saved searches`,
        speed: { perSecond: (1000 * times.length) / total, p50, p99 },
        figure: p99,
        unit: 'ms p99',
        goal: 50,
        atMost: true,
      },
    ]
  } finally {
    await db.destroy()
    await database.close()
  }
}
