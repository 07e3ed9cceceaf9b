import { parseArgs } from 'node:util'
import pg from 'pg'
import { BootError } from '#server/platform/process/boot-error.ts'
import { readConfig } from '#server/config/config.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { loadMarket } from './seed/load.ts'
import { createProgress } from './seed/progress.ts'

const USAGE = `npm run seed -- --products <number> [--seed <number>] [--database-url <url>]

Adds a made-up market to the database: products of the last two years, their sellers, and the existing
photos. The same --seed creates the same market. Without --database-url the settings of the site are
used, and the site must be stopped.`

interface Options {
  products: number
  seed: number
  url: string | undefined
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      products: { type: 'string' },
      seed: { type: 'string', default: '1' },
      'database-url': { type: 'string' },
    },
  })
  const products = Number(values.products)
  const seed = Number(values.seed)
  if (!Number.isInteger(products) || products < 1 || products > 20_000_000) return undefined
  return Number.isInteger(seed) ? { products, seed, url: values['database-url'] } : undefined
}

/** The database's address, and a function that releases it. */
async function openDatabase(url: string | undefined) {
  if (url !== undefined) return { url, close: async () => {} }
  const config = readConfig(process.env)
  if (config.database.kind === 'url') return { url: config.database.directUrl, close: async () => {} }
  const postgres = await startEmbedded({ dataDir: config.dataDir, report: console.log })
  return { url: postgres.url, close: () => postgres.stop() }
}

async function seedMarket({ products, seed, url }: Options): Promise<void> {
  const database = await openDatabase(url)
  try {
    await prepareDatabase(database.url, console.log)
    const client = new pg.Client(database.url)
    await client.connect()
    try {
      const startedAt = Date.now()
      await loadMarket(client, {
        products,
        seed,
        until: new Date(),
        progress: createProgress(process.stderr),
      })
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
      console.log(`${products.toLocaleString('en')} products in ${seconds} s`)
    } finally {
      await client.end()
    }
  } finally {
    await database.close()
  }
}

function explained(error: unknown): string {
  const { code, constraint, message } = error as { code?: string; constraint?: string; message: string }
  if (error instanceof BootError || code === undefined) return message
  if (constraint === 'username_unique' || constraint === 'profiles_pkey') {
    return 'This database already has the market of this seed. Choose another --seed.'
  }
  return `${message} (${code})`
}

try {
  const options = readOptions()
  if (options) await seedMarket(options)
  else {
    console.error(USAGE)
    process.exitCode = 1
  }
} catch (error) {
  console.error(explained(error))
  process.exitCode = 1
}
