import { availableParallelism } from 'node:os'
import { connect } from '#server/platform/db/connect.ts'
import { startSite } from '#testing/scale/site.ts'
import { type BenchDatabase, openBenchDatabase } from '#bench/load/bench-database.ts'
import { measure } from '#bench/load/load.ts'
import { megabytesOf, processTree, sum } from '#bench/load/processes.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import type { MarketOptions } from './market.ts'
import type { Row } from './report.ts'
import { firstTimeSearches } from './search-mix.ts'

const PRODUCTS = 10_000
const SEVERAL = 2
const ROUNDS = 3

interface Attempt {
  perSecond: number
  megabytes: number
}

/** Requests pages that nobody has viewed yet, which Node renders. */
async function renderRare(
  database: BenchDatabase,
  { clients, port }: MarketOptions,
  { processes, paths, dataDir }: { processes: number; paths: string[]; dataDir: string },
): Promise<Attempt> {
  const settings = { PROCESSES: String(processes) }
  await using site = await startSite({ port, dataDir, databaseUrl: database.url, demo: false, settings })
  const load = { origin: site.url, clients, seconds: 60, once: true } as const
  await measure({ ...load, paths: paths.slice(0, paths.length / 2) })
  const { perSecond } = await measure({ ...load, paths: paths.slice(paths.length / 2) })
  return { perSecond, megabytes: sum(processTree(site.pid).map((pid) => megabytesOf(pid, 'VmRSS'))) }
}

const mean = (attempts: Attempt[], of: keyof Attempt) =>
  sum(attempts.map((each) => each[of])) / attempts.length

/** Measures a second process's gain for work in Node and its memory, alternately. */
export async function processRows(options: MarketOptions): Promise<Row[]> {
  await using database = await openBenchDatabase(PRODUCTS)
  using folder = temporaryFolder('processes')
  const db = connect(database.url)
  const paths = (await firstTimeSearches(db)).map((query) => `/products?${query}`)
  await db.destroy()
  const rare = { paths, dataDir: folder.path }
  const [one, several]: [Attempt[], Attempt[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(await renderRare(database, options, { ...rare, processes: 1 }))
    several.push(await renderRare(database, options, { ...rare, processes: SEVERAL }))
  }
  const [few, many] = [one, several].map((attempts) => mean(attempts, 'perSecond')) as [number, number]
  const name = `rare pages by ${SEVERAL} processes (${many.toFixed(0)}/s) and by one (${few.toFixed(0)}/s) on ${availableParallelism()} cores`
  const ofOne = mean(one, 'megabytes').toFixed(0)
  return [
    { name, figure: many / few, unit: 'times', atLeast: 1 },
    {
      name: `memory of ${SEVERAL} processes and their supervisor (one process: ${ofOne} MB)`,
      figure: mean(several, 'megabytes'),
      unit: 'MB',
      atMost: 1000,
    },
  ]
}
