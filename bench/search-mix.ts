import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

const DISTINCT = 2000
const REQUESTS = 20_000
const REGIONS = ['Greater Accra', 'Ashanti', 'Volta', 'Oti']

/** Evenly spread and never repeated, without randomness: multiples of the golden ratio. */
const fraction = (number: number) => (number * 0.618_033_988_749_895) % 1

/** One to three words of an existing title; every fifth search is within a region. */
function searchFor(title: string, number: number): URLSearchParams {
  const words = title.split(' ')
  const start = Math.floor(fraction(number) * Math.max(1, words.length - 1))
  const search = words.slice(start, start + 1 + (number % 3)).join(' ')
  const query = new URLSearchParams({ search, sort: 'relevance' })
  if (number % 5 === 0) query.set('region', REGIONS[number % REGIONS.length] ?? '')
  return query
}

/**
 * Plausible searches, the n-th most frequent about 1/n as often as the first. Every frequency of words
 * occurs, and no query dominates the load.
 */
export async function searchMix(db: Database): Promise<URLSearchParams[]> {
  const queries = (await someTitles(db)).map(searchFor)
  return Array.from({ length: REQUESTS }, (_, number) => {
    const rank = Math.floor(queries.length ** fraction(number + 1)) - 1
    return queries[rank] ?? new URLSearchParams()
  })
}

/** Plausible searches, each once. */
export async function firstTimeSearches(db: Database): Promise<URLSearchParams[]> {
  const queries = (await someTitles(db)).map(searchFor)
  return [...new Map(queries.map((query) => [String(query), query])).values()]
}

async function someTitles(db: Database): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from products where status = 'available' order by md5(id::text) limit ${DISTINCT}`.execute(
    db,
  )
  return rows.map((row) => row.title)
}
