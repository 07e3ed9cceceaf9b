import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SearchQuery } from '#contract/search.ts'
import { getProduct } from '#server/products/service.ts'
import { createSearchCaches } from '#server/search/search-caches.ts'
import { searchProducts } from '#server/search/service.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { inboxRows } from './inbox.ts'
import { measure, type Speed } from './load.ts'
import { messageRows } from './messages.ts'
import { notificationRows } from './notifications.ts'
import { pageLoadRows } from './page-load.ts'
import { createRecorder, runPgbench, type Statement } from './raw-sql.ts'
import { photoRows } from './photos.ts'
import { printReport, type Row, saveReport } from './report.ts'
import { savedSearchRows } from './saved-searches.ts'
import { searchMix } from './search-mix.ts'
import { signInRows } from './sign-in.ts'
import { type Site, startSite } from '#testing/scale/site.ts'

const SMALL = 5000
const LARGE = 1_000_000
const WARM_UP_SECONDS = 3
const ROUNDS = 3
/** People who look at their own pages at once. */
const NOTIFICATION_CLIENTS = 4
const LONG_WARM_UP_SECONDS = 40

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '12' },
    clients: { type: 'string', default: '16' },
    port: { type: 'string', default: '4311' },
  },
})
const load = { clients: Number(values.clients), seconds: Number(values.seconds) }
const port = Number(values.port)

const say = (text: string) => console.error(text)

/**
 * Our speed and that of raw SQL in turns, so that what else the machine does falls on both alike.
 */
async function compare(database: BenchDatabase, site: Site, paths: string[], scripts: Statement[][]) {
  const seconds = load.seconds / ROUNDS
  const raws: Speed[] = []
  const speeds: Speed[] = []
  await measure({ ...load, seconds: WARM_UP_SECONDS, origin: site.url, paths })
  for (let round = 0; round < ROUNDS; round++) {
    raws.push(await runPgbench(database, scripts, { ...load, seconds }))
    speeds.push(await measure({ ...load, seconds, origin: site.url, paths }))
  }
  return { raw: mean(raws), speed: mean(speeds) }
}

function mean(speeds: Speed[]): Speed {
  const of = (part: keyof Speed) => speeds.reduce((sum, speed) => sum + speed[part], 0) / speeds.length
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') }
}

async function withSite<T>(database: BenchDatabase, work: (site: Site) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-site-'))
  const site = await startSite({ port, dataDir, databaseUrl: database.url, demo: false })
  try {
    return await work(site)
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** From nothing, when the database is created first, and again. Without the demo, whose photos take their time. */
async function startRows(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-start-'))
  chmodSync(dataDir, 0o755)
  try {
    const rows: Row[] = []
    for (const name of ['first start, installed and built', 'start again']) {
      const site = await startSite({ port, dataDir, demo: false })
      rows.push({ name, figure: site.startMilliseconds / 1000, unit: 's', goal: 3, atMost: true })
      await site.stop()
    }
    return rows
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What the services query in each case; counts are known already, as they are under load. */
async function record(database: BenchDatabase) {
  const recorder = createRecorder(database.url)
  const { db } = recorder
  try {
    const ctx = { db, reads: db, now: Date.now, searchCaches: createSearchCaches(db, Date.now) }
    const mix = await searchMix(db)
    const ids = (
      await db.selectFrom('products').select('id').where('status', '=', 'available').limit(100).execute()
    ).map((row) => row.id)
    const recordSearch = async (query: SearchQuery) => {
      await searchProducts(ctx, query)
      return recorder.record(() => searchProducts(ctx, query))
    }
    const newest = [await recordSearch({})]
    const one = []
    for (const id of ids) one.push(await recorder.record(() => getProduct({ reads: db }, { id })))
    const searches = []
    for (const query of mix.slice(0, 100)) {
      searches.push(await recordSearch(SearchQuery.parse(Object.fromEntries(query))))
    }
    return { newest, one, searches: searches.filter((script) => script.length > 0), ids, mix }
  } finally {
    await recorder.close()
  }
}

async function smallRows(): Promise<Row[]> {
  say(`Filling a market of ${SMALL.toLocaleString('en')} products`)
  const database = await openBenchDatabase(SMALL)
  try {
    const recorded = await record(database)
    const rows = await withSite(database, async (site) => {
      const searches = recorded.mix.map((query) => `/api/products?${query}`)
      const row = async (name: string, paths: string[], scripts: Statement[][], goal: number) => {
        say(`Measuring: ${name}`)
        const { raw, speed } = await compare(database, site, paths, scripts)
        return { name, speed, raw, figure: speed.perSecond / raw.perSecond, unit: 'of raw SQL', goal }
      }
      const products = recorded.ids.map((id) => `/api/products/${id}`)
      const page = await row('cached public page', ['/products'], recorded.newest, 2)
      return [
        await row('newest 24, uncached', ['/api/products'], recorded.newest, 0.5),
        await row('one product', products, recorded.one, 0.8),
        await row(`search, ${SMALL.toLocaleString('en')} rows`, searches, recorded.searches, 0.4),
        page,
        {
          name: page.name,
          speed: page.speed,
          figure: page.speed.p99,
          unit: 'ms p99',
          goal: 10,
          atMost: true,
        },
      ]
    })
    say('Measuring: photos')
    return [...rows, ...(await photoRows(database, port))]
  } finally {
    await database.close()
  }
}

async function largeRows(): Promise<Row[]> {
  say(`Filling a market of ${LARGE.toLocaleString('en')} products, which takes some minutes`)
  const database = await openBenchDatabase(LARGE)
  try {
    say(`Filled in ${database.seedSeconds.toFixed(0)} s`)
    const { mix, searches } = await record(database)
    return await withSite(database, async (site) => {
      const paths = mix.map((query) => `/api/products?${query}`)
      say('Measuring: search, 1M rows')
      // Long enough for the counts of the common queries to be known, as on a site that has been open for a while.
      await measure({ ...load, seconds: LONG_WARM_UP_SECONDS, origin: site.url, paths })
      const { raw, speed } = await compare(database, site, paths, searches)
      const name = 'search, 1M rows, relevance and count'
      return [
        { name, speed, raw, figure: speed.perSecond, unit: '/s', goal: 1000 },
        { name, speed, figure: speed.p99, unit: 'ms p99', goal: 50, atMost: true },
        {
          name: 'filling with 1M products',
          figure: database.seedSeconds,
          unit: 's',
          goal: 300,
          atMost: true,
        },
      ]
    })
  } finally {
    await database.close()
  }
}

// Ends by way of 'exit', at which the database stops and temporary folders go.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const SECTIONS: Record<string, () => Promise<Row[]>> = {
  start: startRows,
  market: smallRows,
  'sign-in': () => signInRows(port),
  pages: () => pageLoadRows(port),
  messages: () => messageRows(port),
  inbox: () => inboxRows({ ...load, port }),
  notifications: () => notificationRows({ ...load, clients: NOTIFICATION_CLIENTS, port }),
  'saved-searches': savedSearchRows,
}

const rows: Row[] = []
try {
  const unknown = positionals.filter((name) => !(name in SECTIONS))
  if (unknown.length > 0)
    throw new Error(`Known are ${Object.keys(SECTIONS).join(', ')}; not ${unknown.join(', ')}`)
  for (const [name, measureSection] of Object.entries(SECTIONS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    say(`Measuring: ${name}`)
    rows.push(...(await measureSection()))
  }
  if (values.large) rows.push(...(await largeRows()))
  // A part alone is a look, not a record.
  if (positionals.length === 0) saveReport(rows, load)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
printReport(rows)
