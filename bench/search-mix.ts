import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { createRandom, zipf } from '../scripts/seed/random.ts'

const DISTINCT = 2000
const REQUESTS = 20_000
const NARROWED = 0.2
const REGIONS = ['Greater Accra', 'Ashanti', 'Volta', 'Oti']

/**
 * What people might search: one to three words of titles on sale, some within a region, the n-th most common
 * query 1/n as often as the first. Every frequency of word occurs, and no query is the whole of the load.
 */
export async function searchMix(db: Database): Promise<URLSearchParams[]> {
  const random = createRandom(5)
  const titles = await someTitles(db)
  const queries: URLSearchParams[] = titles.map((title) => {
    const words = title.split(' ')
    const start = random.below(Math.max(1, words.length - 1))
    const search = words.slice(start, start + 1 + random.below(3)).join(' ')
    const query = new URLSearchParams({ search, sort: 'relevance' })
    if (random.chance(NARROWED)) query.set('region', random.pick(REGIONS))
    return query
  })
  const pick = zipf(queries.length)
  return Array.from({ length: REQUESTS }, () => queries[pick(random)] ?? new URLSearchParams())
}

async function someTitles(db: Database): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from products where status = 'available' order by md5(id::text) limit ${DISTINCT}`.execute(
    db,
  )
  return rows.map((row) => row.title)
}
