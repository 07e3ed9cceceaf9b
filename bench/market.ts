import { PRODUCTS_PER_PAGE } from '#contract/limits.ts'
import { SearchQuery } from '#contract/search/search.ts'
import { getProduct } from '#server/products/service.ts'
import { createSearchCaches } from '#server/search/search-caches.ts'
import { searchProducts } from '#server/search/service.ts'
import { type Site, startSite } from '#testing/scale/site.ts'
import { type Cost, measureCost, startBareServer } from '#bench/load/bare.ts'
import { type BenchDatabase, openBenchDatabase } from '#bench/load/bench-database.ts'
import { measure, type Speed } from '#bench/load/load.ts'
import { whilePublishing } from '#bench/load/publisher.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { createRecorder, runPgbench, type Statement } from '#bench/lite/raw-sql.ts'
import { p99Row, type Row } from './report.ts'
import { peoplesFirstTimeSearches } from '#testing/market/people-searches.ts'
import { firstTimeSearches, searchMix } from './search-mix.ts'

export const SMALL = 10_000
/** Seconds until the code is compiled, as on a site that has been open for a while. */
const WARM_UP_SECONDS = 8
const ROUNDS = 3
/** Percent of page requests that hardly anybody else makes. */
const TAIL_PERCENT = 20
const KNOWN_PAGES = 50

/** Bypasses the replies cached in memory. */
export const UNCACHED = { 'Cache-Control': 'no-cache' }

export interface MarketOptions {
  clients: number
  seconds: number
  port: number
}

export interface Market {
  database: BenchDatabase
  site: Site
  options: MarketOptions
  recorded: Awaited<ReturnType<typeof record>>
}

export const say = (text: string) => console.error(text)
const average = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

function mean(speeds: Speed[]): Speed {
  const of = (part: keyof Speed) => average(speeds.map((speed) => speed[part]))
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), slowest: of('slowest') }
}

/** Records the services' queries in each case; counts are already cached, as under load. */
async function record({ url }: BenchDatabase) {
  await using recorder = createRecorder(url)
  const { db } = recorder
  const ctx = { reads: db, longReads: db, now: Date.now, searchCaches: createSearchCaches(db, Date.now) }
  const mix = await searchMix(db)
  const firstTime = await firstTimeSearches(db)
  const ids = (
    await db.selectFrom('products').select('id').where('status', '=', 'available').limit(100).execute()
  ).map((row) => row.id)
  const recordSearch = async (query: SearchQuery) => {
    await searchProducts(ctx, query)
    return recorder.record(() => searchProducts(ctx, query))
  }
  const newest = await recordSearch({})
  const one = await recorder.record(() => getProduct({ reads: db }, { id: ids[0] ?? '' }))
  const searches: Statement[][] = []
  for (const query of mix.slice(0, 100))
    searches.push(await recordSearch(SearchQuery.parse(Object.fromEntries(query))))
  const peoples: Statement[] = []
  for (const query of peoplesFirstTimeSearches())
    peoples.push(
      ...(await recorder.record(() => searchProducts(ctx, SearchQuery.parse(Object.fromEntries(query))))),
    )
  return {
    newest: newest[0],
    one: one[0],
    searches: searches.filter((script) => script.length > 0),
    peoples,
    ids,
    mix,
    firstTime,
  }
}

export const apiPath = (query: URLSearchParams) => `/api/products?${query}`
const pagePath = (query: URLSearchParams) => `/products?${query}`

const searchPage = (search: string) => pagePath(new URLSearchParams({ search }))

/** Alternates with a bare server that runs the same query, so that other work affects both equally. */
async function rowsBesideBare(
  { database, site, options }: Market,
  {
    name,
    statement,
    paths,
    microseconds,
  }: {
    name: string
    statement: Statement | undefined
    paths: string[]
    microseconds: number
  },
): Promise<Row[]> {
  say(`Measuring: ${name}`)
  if (!statement) throw new Error(`No statement was recorded for ${name}`)
  const [text, parameters] = statement
  const hasParameter = parameters.length > 0
  using bare = await startBareServer({ databaseUrl: database.url, text, hasParameter })
  const load = { clients: options.clients, seconds: options.seconds / ROUNDS, paths, headers: UNCACHED }
  const ours: Cost[] = []
  const theirs: Cost[] = []
  for (const { url } of [bare, site]) await measure({ ...load, seconds: WARM_UP_SECONDS, origin: url })
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await measureCost(bare.pid, { ...load, origin: bare.url }))
    ours.push(await measureCost(site.pid, { ...load, origin: site.url }))
  }
  const speed = mean(ours.map((cost) => cost.speed))
  const raw = mean(theirs.map((cost) => cost.speed))
  return [
    { name, speed, raw, figure: speed.perSecond / raw.perSecond, unit: 'of a bare server', atLeast: 0.8 },
    {
      name,
      figure: average(ours.map((cost) => cost.microseconds)),
      unit: `µs of processor (bare ${Math.round(average(theirs.map((cost) => cost.microseconds)))})`,
      atMost: microseconds,
    },
  ]
}

/** Known pages are cached; most of the others, which are searches, must be rendered. */
async function pageRows({ site, options, recorded }: Market): Promise<Row[]> {
  say('Measuring: pages')
  const load = { clients: options.clients, seconds: options.seconds, origin: site.url }
  const known = recorded.ids.slice(0, KNOWN_PAGES).map((id) => `/products/${id}`)
  const paths = recorded.mix.map((query, index) =>
    index % 100 < TAIL_PERCENT ? pagePath(query) : (known[index % known.length] ?? '/'),
  )
  await measure({ ...load, seconds: WARM_UP_SECONDS, paths: known })
  // New words, so that pages and searches have not been requested before.
  const words = recorded.firstTime.map((query) => query.get('search')?.split(' ')[0] ?? '')
  const others = words.map((word, index) => searchPage(`${word} ${words[(index + 1) % words.length]}`))
  await measure({ ...load, seconds: WARM_UP_SECONDS, paths: others })
  const mixed = await measure({ ...load, paths })
  // Requested once each, because a repetition within a minute is cached.
  const rare = recorded.firstTime
    .slice(recorded.firstTime.length / 2)
    .map((query) => searchPage(query.get('search') ?? ''))
  const tail = await measureCost(site.pid, { ...load, paths: rare, seconds: 60, once: true })
  const name = '80 % known pages, 20 % rare ones'
  return [
    { name, speed: mixed, figure: mixed.perSecond, unit: '/s', atLeast: 6000 },
    p99Row(name, mixed, 25),
    {
      name: 'a rare page',
      speed: tail.speed,
      figure: tail.microseconds / 1000,
      unit: 'ms of processor',
      atMost: 2,
    },
  ]
}

async function readyRow({ site, options }: Market, name: string, paths: string[]): Promise<Row> {
  const load = { clients: options.clients, origin: site.url, paths }
  await measure({ ...load, seconds: WARM_UP_SECONDS })
  const speed = await measure({ ...load, seconds: options.seconds })
  return { name, speed, figure: speed.perSecond, unit: '/s', atLeast: 20_000 }
}

/** Speed of one client who waits for nobody else, with half of the searches; `pageRows` uses the other half. */
export async function firstTimeSpeed({ site, recorded }: Market): Promise<Speed> {
  const half = recorded.firstTime.slice(0, recorded.firstTime.length / 2)
  return measure({ origin: site.url, paths: half.map(apiPath), clients: 1, seconds: 60, once: true })
}

export async function searchRows(market: Market, name: string, warmUpSeconds: number): Promise<Row[]> {
  const { site, options, recorded, database } = market
  const paths = recorded.mix.map(apiPath)
  const load = { ...options, origin: site.url, paths, headers: UNCACHED }
  const first = await firstTimeSpeed(market)
  say(`Measuring: ${name}`)
  // Long enough to cache the counts of frequent queries, as on a site that has been open for a while.
  await measure({ ...load, seconds: warmUpSeconds })
  const raw = await runPgbench(database, recorded.searches, options)
  const speed = await measure(load)
  const asSent = await measure({ ...load, headers: {} })
  return [
    {
      name: `${name}, as people send them`,
      speed: asSent,
      figure: asSent.perSecond,
      unit: '/s',
      atLeast: 1000,
    },
    { name, speed, raw, figure: speed.perSecond, unit: '/s', atLeast: 1000 },
    p99Row(name, speed, 50),
    p99Row(`${name}, for the first time`, first, 40),
  ]
}

export async function withMarket<T>(
  products: number,
  options: MarketOptions,
  work: (market: Market) => Promise<T>,
) {
  say(`Filling a market of ${products.toLocaleString('en')} products`)
  await using database = await openBenchDatabase(products)
  using folder = temporaryFolder('site')
  say(`Filled in ${database.seedSeconds.toFixed(0)} s`)
  const recorded = await record(database)
  const starting = { ...options, dataDir: folder.path, databaseUrl: database.url, demo: false }
  await using site = await startSite(starting)
  return await whilePublishing(database, () => work({ database, site, options, recorded }))
}

/** Measures a small market with one publication per second. */
export const smallMarketRows = (options: MarketOptions): Promise<Row[]> =>
  withMarket(SMALL, options, async (market) => {
    const { recorded } = market
    const products = recorded.ids.map((id) => `/api/products/${id}`)
    const newest = `newest ${PRODUCTS_PER_PAGE}`
    return [
      ...(await rowsBesideBare(market, {
        name: `${newest}, uncached`,
        statement: recorded.newest,
        paths: ['/api/products'],
        microseconds: 200,
      })),
      ...(await rowsBesideBare(market, {
        name: 'one product, uncached',
        statement: recorded.one,
        paths: products,
        microseconds: 120,
      })),
      await readyRow(market, `${newest}, ready`, ['/api/products']),
      await readyRow(market, 'one product, cached', products),
      ...(await pageRows(market)),
      ...(await searchRows(market, `search, ${SMALL.toLocaleString('en')} products`, WARM_UP_SECONDS)),
    ]
  })
