import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '#server/platform/db/connect.ts'
import { newSecretKey, tokenSigner } from '#testing/live/conversation-people.ts'
import { startSite } from '#testing/scale/site.ts'
import { openBenchDatabase } from '#bench/load/bench-database.ts'
import { countDisagreements } from '#bench/load/disagreements.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { startSoakLoad } from './load.ts'
import { growthOf } from './growth.ts'
import { type Sample, watchSite } from './samples.ts'

const PRODUCTS = 10_000
const MINUTE = 60_000
const GROWTH_MAX_PERCENT = 5

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Minutes until caches are full and tables have the space that their changes need. */
    'warm-up': { type: 'string', default: '10' },
    port: { type: 'string', default: '4313' },
  },
})
const minutes = Number(values.minutes)
const warmUp = Number(values['warm-up'])
const port = Number(values.port)

const KINDS = ['memory', 'descriptors', 'connections', 'bloat'] as const
const UNITS: Record<keyof Sample, string> = { memory: 'MB', descriptors: '', connections: '', bloat: '%' }

function printGrowth(samples: Sample[]): void {
  for (const kind of KINDS) {
    const { from, to, growth } = growthOf(kind, samples)
    const isSteady = growth < GROWTH_MAX_PERCENT
    if (!isSteady) process.exitCode = 1
    const figures = `${from.toFixed(1)} → ${to.toFixed(1)} ${UNITS[kind]}`.padEnd(26)
    console.log(
      `${kind.padEnd(14)} ${figures} ${growth.toFixed(1).padStart(6)} %  ${isSteady ? 'steady' : 'GROWS'}`,
    )
  }
}

// Exits through the 'exit' event, in which the database stops.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const { secretKey, secrets } = newSecretKey()
using folder = temporaryFolder('soak')
await using database = await openBenchDatabase(PRODUCTS)
await using db = connect(database.url)
const settings = { SECRET_KEY: secretKey, TRUSTED_PROXIES: '127.0.0.1' }
const starting = { port, dataDir: folder.path, databaseUrl: database.url, demo: false, settings }
await using site = await startSite(starting)
await using watch = await watchSite(site.pid, database.url.replace('sankofa@', 'postgres@'))
const load = await startSoakLoad({ url: site.url, db, sign: tokenSigner(secrets) })
const samples: Sample[] = []
for (let minute = 1; minute <= warmUp + minutes; minute += 1) {
  await sleep(MINUTE)
  const sample = await watch.sample()
  if (minute > warmUp) samples.push(sample)
  const line = KINDS.map((kind) => `${kind} ${sample[kind].toFixed(1)}`).join(', ')
  console.error(
    `${minute <= warmUp ? 'warming up' : `minute ${minute - warmUp}`}: ${line}, ${load.done} done`,
  )
}
await load.stop()
printGrowth(samples)
const disagreements = await countDisagreements(db)
if (disagreements > 0) process.exitCode = 1
console.log(`${disagreements} products are not as agreed`)
console.log(`${load.done} pages, calls and messages in ${warmUp + minutes} minutes`)
for (const [what, times] of load.failures) {
  console.log(`FAILED ${times} times: ${what}`)
  process.exitCode = 1
}
