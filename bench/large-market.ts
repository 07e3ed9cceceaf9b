import { connect } from '#server/platform/db/connect.ts'
import { measure, type Speed } from '#bench/load/load.ts'
import {
  apiPath,
  firstTimeSpeed,
  type Market,
  type MarketOptions,
  say,
  searchRows,
  SMALL,
  UNCACHED,
  withMarket,
} from './market.ts'
import { planRow, readingRow } from './plans.ts'
import { p99Row, type Row } from './report.ts'
import { restoreRows } from './restore.ts'
import { peoplesFirstTimeSearches, peoplesMix } from '#testing/market/people-searches.ts'

const MIDDLE = 100_000
const LARGE = 1_000_000
const LONG_WARM_UP_SECONDS = 40

/** The searches that somebody else wrote: first each once, by one client, then as often as people make them. */
async function peopleRows({ site, options }: Market, name: string): Promise<Row[]> {
  const each = { origin: site.url, paths: peoplesFirstTimeSearches().map(apiPath), clients: 1, seconds: 60 }
  const first = await measure({ ...each, once: true })
  say(`Measuring: ${name}`)
  const load = { ...options, origin: site.url, paths: peoplesMix().map(apiPath), headers: UNCACHED }
  await measure({ ...load, seconds: LONG_WARM_UP_SECONDS })
  const speed = await measure(load)
  const again = await measure({ ...each, headers: UNCACHED, once: true })
  const worst = (of: string, { slowest }: Speed, atMost: number) => ({
    name: `${name}, slowest ${of}`,
    figure: slowest,
    unit: 'ms',
    atMost,
  })
  return [
    { name, speed, figure: speed.perSecond, unit: '/s', atLeast: 1000 },
    p99Row(name, speed, 50),
    p99Row(`${name}, for the first time`, first, 60),
    worst('for the first time', first, 100),
    worst('later', again, 50),
  ]
}

/** Growth of the time of a first search if there are a hundred times as many products. */
function growthRow(medians: number[]): Row {
  const [least = 0] = medians
  const name = `search for the first time, median of 10,000, 100,000 and 1,000,000: ${medians.map((ms) => ms.toFixed(1)).join(', ')} ms`
  return { name, figure: (medians.at(-1) ?? Infinity) / least, unit: 'times', atMost: 3 }
}

/** Checks the plans of the newest products, of one product and of each kind of search. */
const hotPlanRow = (
  { database, recorded: { newest, one, searches, peoples } }: Market,
  name: string,
): Promise<Row> =>
  planRow(
    database.url,
    name,
    [newest, one, ...searches.flat(), ...peoples].filter((statement) => statement !== undefined),
  )

async function wasteRow(url: string): Promise<Row> {
  const db = connect(url, { connections: 2 })
  try {
    return await readingRow({ db, url }, 'people’s searches', peoplesFirstTimeSearches())
  } finally {
    await db.destroy()
  }
}

/** Measures a million products with one publication per second, and the growth of first searches. */
export async function largeMarketRows(options: MarketOptions): Promise<Row[]> {
  const medians: number[] = []
  for (const products of [SMALL, MIDDLE])
    medians.push((await withMarket(products, options, firstTimeSpeed)).p50)
  return withMarket(LARGE, options, async (market) => {
    const peoples = await peopleRows(market, `people’s searches, ${LARGE.toLocaleString('en')} products`)
    const rows = await searchRows(
      market,
      `search, ${LARGE.toLocaleString('en')} products`,
      LONG_WARM_UP_SECONDS,
    )
    const seconds = market.database.seedSeconds
    return [
      ...peoples,
      ...rows,
      await hotPlanRow(market, `hot queries, ${LARGE.toLocaleString('en')} products`),
      await wasteRow(market.database.url),
      growthRow([...medians, rows.at(-1)?.speed?.p50 ?? Infinity]),
      ...(await restoreRows(market.database, LARGE)),
      { name: 'filling with 1M products', figure: seconds, unit: 's', atMost: 300 },
    ]
  })
}
