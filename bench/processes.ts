import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/platform/db/connect.ts'
import { startSite } from '#testing/scale/site.ts'
import { type BenchDatabase, openBenchDatabase } from '#bench/load/bench-database.ts'
import { measure } from '#bench/load/load.ts'
import type { MarketOptions } from './market.ts'
import type { Row } from './report.ts'
import { firstTimeSearches } from './search-mix.ts'

const PRODUCTS = 10_000
const SEVERAL = 2
const ROUNDS = 3

/** Resident megabytes of a process and all that it started. */
function megabytesOf(pid: number): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n')
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number])
  const sum = (parent: number): number =>
    all.reduce((total, [id, of, rss]) => (of === parent ? total + rss + sum(id) : total), 0)
  const own = all.find(([id]) => id === pid)?.[2] ?? 0
  return (own + sum(pid)) / 1024
}

interface Attempt {
  perSecond: number
  megabytes: number
}

/** Of pages that nobody has looked at yet, which Node renders. */
async function renderRare(
  database: BenchDatabase,
  { clients, port }: MarketOptions,
  { processes, paths, dataDir }: { processes: number; paths: string[]; dataDir: string },
): Promise<Attempt> {
  const settings = { PROCESSES: String(processes) }
  const site = await startSite({ port, dataDir, databaseUrl: database.url, demo: false, settings })
  try {
    const load = { origin: site.url, clients, seconds: 60, once: true } as const
    await measure({ ...load, paths: paths.slice(0, paths.length / 2) })
    const { perSecond } = await measure({ ...load, paths: paths.slice(paths.length / 2) })
    return { perSecond, megabytes: megabytesOf(site.pid) }
  } finally {
    await site.stop()
  }
}

const mean = (attempts: Attempt[], of: keyof Attempt) =>
  attempts.reduce((sum, each) => sum + each[of], 0) / attempts.length

/** What a second process brings where the work is in Node, and what memory it takes; in turns. */
export async function processRows(options: MarketOptions): Promise<Row[]> {
  const database = await openBenchDatabase(PRODUCTS)
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-processes-'))
  try {
    const db = connect(database.url)
    const paths = (await firstTimeSearches(db)).map((query) => `/products?${query}`)
    await db.destroy()
    const [one, several]: [Attempt[], Attempt[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      one.push(await renderRare(database, options, { processes: 1, paths, dataDir }))
      several.push(await renderRare(database, options, { processes: SEVERAL, paths, dataDir }))
    }
    const [few, many] = [one, several].map((attempts) => mean(attempts, 'perSecond')) as [number, number]
    const name = `rare pages by ${SEVERAL} processes (${many.toFixed(0)}/s) and by one (${few.toFixed(0)}/s) on ${availableParallelism()} cores`
    return [
      { name, figure: many / few, unit: 'times', goal: 1 },
      {
        name: `memory of ${SEVERAL} processes and what supervises them; of one ${mean(one, 'megabytes').toFixed(0)} MB`,
        figure: mean(several, 'megabytes'),
        unit: 'MB',
        goal: 1000,
        atMost: true,
      },
    ]
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
