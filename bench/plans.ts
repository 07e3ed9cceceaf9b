import pg from 'pg'
import { SearchQuery } from '#contract/search/search.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { createSearchCaches } from '#server/search/search-caches.ts'
import { listAttributeFilters, searchProducts } from '#server/search/service.ts'
import { isWasteful, readingsOf } from '#testing/plans.ts'
import type { Statement } from '#bench/lite/raw-sql.ts'
import type { Row } from './report.ts'

/** A full scan of one of these grows with the market. */
const LARGE = /Seq Scan on (products|product_images|profiles)\b/
/** Counts stop at a thousand and may read rows in any order. */
const COUNT = /count\(\*\)/

async function readsAll(client: pg.Client, [text, parameters]: Statement): Promise<boolean> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
  return rows.some((row) => LARGE.test(row['QUERY PLAN']))
}

/** Number of hot queries that have lost their index. Names them on standard error. */
export async function planRow(url: string, name: string, statements: readonly Statement[]): Promise<Row> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const texts = new Map(statements.map((statement) => [statement[0], statement]))
    const lost: string[] = []
    for (const [text, statement] of texts)
      if (!COUNT.test(text) && (await readsAll(client, statement))) lost.push(text)
    for (const text of lost) console.error(`No index: ${text}`)
    return { name, figure: lost.length, unit: 'queries that read all', atMost: 0 }
  } finally {
    await client.end()
  }
}

/** Number of statements of searches that fetch or sort more rows of products than fifty pages have. */
export async function readingRow(
  database: { db: Database; url: string },
  name: string,
  searches: readonly URLSearchParams[],
): Promise<Row> {
  const readings = await readingsOf(database, 'products', async (reads) => {
    const ctx = { reads, longReads: reads, now: Date.now, searchCaches: createSearchCaches(reads, Date.now) }
    for (const address of searches) {
      const query = SearchQuery.parse(Object.fromEntries(address))
      await searchProducts(ctx, query)
      await listAttributeFilters(ctx, query)
    }
  })
  const wasteful = readings.filter(isWasteful)
  for (const { sql, parameters, fetched, returned, sorted } of wasteful)
    console.error(
      `Reads ${Math.round(fetched)} for ${returned}, sorts ${Math.round(sorted)}: ${sql} ${JSON.stringify(parameters)}`,
    )
  return { name, figure: wasteful.length, unit: 'statements that read much', atMost: 0 }
}
