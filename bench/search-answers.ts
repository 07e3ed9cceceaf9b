import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SearchQuery } from '#contract/search/search.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { createSearchCaches } from '#server/search/search-caches.ts'
import { searchColumns, searchProducts } from '#server/search/service.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import type { Row } from './report.ts'

/** People wrote these listings and searches without knowing how search works. */
const SETS = ['trader', 'family', 'student'] as const
/** Share of the searches that must be answered wholly right, in percent. */
const GOAL = 95
const GOAL_OF_A_KIND = 85

interface Listing {
  id: string
  title: string
  description: string
  category: string
  condition: string
  price: number
  region: string
  town: string
  attributes?: Record<string, string | number>
}

/** A search, and the listings that a person who sees them all would expect. */
interface ExpectedSearch {
  kind: string
  search?: string | null
  category?: string | null
  region?: string | null
  sort?: string | null
  min?: number | null
  max?: number | null
  condition?: string | null
  near?: string | null
  /** These are found. */
  all?: string[]
  /** These are not. */
  none?: string[]
  /** These come before all that are neither here nor in `all`. */
  first?: string[]
  after?: string[]
  /** These are in this order. */
  ordered?: string[]
  nothing?: boolean
}

interface AnswerSet {
  listings: Listing[]
  searches: ExpectedSearch[]
}

const readSet = (name: string): AnswerSet =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'answers', `${name}.json`), 'utf8')) as AnswerSet

/** Stores the listings, the last one newest. Returns their ids by the set's own. */
async function insertListings(db: Database, listings: Listing[]): Promise<Map<string, string>> {
  const { id: seller_id } = await db
    .insertInto('profiles')
    .values({ full_name: 'Ama Mensah' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = new Map<string, string>()
  for (const [nth, { id, town, category, attributes = {}, ...listing }] of listings.entries()) {
    const stored = await db
      .insertInto('products')
      .values({
        ...listing,
        location: town,
        category_id: category,
        attributes: JSON.stringify(attributes),
        ...searchColumns({ ...listing, tags: [], category_id: category, attributes }),
        seller_id,
        created_at: new Date(Date.now() - (listings.length - nth) * 60_000).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(stored.id, id)
  }
  return ids
}

const PAGES_MAX = 10

type Finder = (expected: ExpectedSearch) => Promise<string[]>

/** Finds the set's own ids for a search, page by page. */
async function openFinder(db: Database, listings: Listing[]): Promise<Finder> {
  const ids = await insertListings(db, listings)
  const ctx = { reads: db, longReads: db, now: Date.now, searchCaches: createSearchCaches(db, Date.now) }
  return async ({ search, category, region, sort, min, max, condition, near }) => {
    const given = { search, category, region, sort, min, max, condition, near }
    const texts = Object.entries(given).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)]],
    )
    const query = SearchQuery.parse(Object.fromEntries(texts))
    const found: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const reply = await searchProducts(ctx, { ...query, cursor })
      found.push(...reply.items.map((item) => ids.get(item.id) ?? ''))
      if (reply.nextCursor === null) break
      cursor = reply.nextCursor
    }
    return found
  }
}

/** Describes what is wrong with an answer; undefined if it is right. */
function faultOf(expected: ExpectedSearch, found: string[]): string | undefined {
  const { all = [], none = [], first = [], ordered = [], nothing } = expected
  if (nothing && found.length > 0) return `finds ${found.slice(0, 5).join(', ')}`
  const missing = [...new Set([...all, ...first, ...ordered])].filter((id) => !found.includes(id))
  if (missing.length > 0) return `misses ${missing.join(', ')}`
  const wrong = none.filter((id) => found.includes(id))
  if (wrong.length > 0) return `finds ${wrong.join(', ')}`
  const order = found.filter((id) => ordered.includes(id))
  if (order.join() !== ordered.join()) return `orders ${order.join(', ')}`
  return rankFaultOf(expected, found)
}

/** A list in another order than the best first has no best. */
function rankFaultOf({ all = [], first = [], sort = 'relevance' }: ExpectedSearch, found: string[]) {
  const last = Math.max(0, ...first.map((id) => found.indexOf(id)))
  const before = found.slice(0, last).filter((id) => !first.includes(id) && !all.includes(id))
  return sort === 'relevance' && before.length > 0
    ? `has ${before.slice(0, 5).join(', ')} before ${found[last]}`
    : undefined
}

interface Answered extends ExpectedSearch {
  found: string[]
  fault: string | undefined
}

/** Answers every search of a set on a market with just its listings. */
async function answerSet(name: string): Promise<{ listings: Listing[]; answers: Answered[] }> {
  using dataDir = temporaryFolder('answers')
  const postgres = await startEmbedded({ dataDir: dataDir.path, settings: { fsync: 'off' } })
  try {
    await prepareDatabase(postgres.url)
    await using db = connect(postgres.url)
    const { listings, searches } = readSet(name)
    const find = await openFinder(db, listings)
    const answers: Answered[] = []
    for (const expected of searches) {
      const found = await find(expected)
      answers.push({ ...expected, found, fault: faultOf(expected, found) })
    }
    return { listings, answers }
  } finally {
    await postgres.stop()
  }
}

/** Prints each wrong answer, with titles in place of ids. */
function printFaults(listings: Listing[], answers: Answered[]): void {
  const titles = new Map(listings.map(({ id, title }) => [id, title]))
  for (const { kind, search, category, sort, fault } of answers) {
    const named = fault?.replaceAll(/\w+/g, (id) => (titles.has(id) ? `'${titles.get(id)}'` : id))
    if (named) process.stderr.write(`${kind}: ${JSON.stringify({ search, category, sort })} ${named}\n`)
  }
}

const percent = (answers: Answered[]) =>
  (100 * answers.filter(({ fault }) => fault === undefined).length) / answers.length

/** Measures the share of other people's searches that are answered wholly right, in all and by kind. */
export async function searchAnswerRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of SETS) {
    const { listings, answers } = await answerSet(name)
    printFaults(listings, answers)
    const row = (of: string, counted: Answered[], atLeast: number): Row => ({
      name: `${name}: ${of}, of ${counted.length} right`,
      figure: percent(counted),
      unit: '%',
      atLeast,
    })
    rows.push(row('all searches', answers, GOAL))
    for (const [kind, some] of Map.groupBy(answers, (answer) => answer.kind))
      rows.push(row(kind, some, GOAL_OF_A_KIND))
  }
  return rows
}
