import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadMarket } from '../scripts/seed/load.ts'

/** As docs advise for a market of a million products: its indexes and recent rows fit. */
const LARGE_SETTINGS = { shared_buffers: '1GB', effective_cache_size: '3GB', maintenance_work_mem: '256MB' }

/** Cards show a photo's address; nobody here fetches it. */
const PHOTOS = Array.from({ length: 60 }, (_, number) => ({
  image_url: `/photos/product-images/01a00000-0000-7000-8000-0000000000${10 + number}/0123456789abcdef`,
  width: 1280,
  height: 960,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  dhash: '1',
}))

export interface BenchDatabase {
  url: string
  /** Folder that holds the server's socket. */
  socketDir: string
  seedSeconds: number
  close(): Promise<void>
}

/** A database server of its own with a made-up market, gone at the end. */
export async function openBenchDatabase(products: number): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-bench-'))
  // The server may run under another account, which has to reach its folder.
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbedded({
    dataDir,
    settings: products > 100_000 ? LARGE_SETTINGS : {},
  })
  const close = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.url)
    const seedSeconds = await fill(postgres.url, products)
    const socketDir = decodeURIComponent(new URL(postgres.url).host)
    return { url: postgres.url, socketDir, seedSeconds, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(url: string, products: number): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const startedAt = performance.now()
  try {
    await loadMarket(client, { products, seed: 1, until: new Date(), photos: PHOTOS, progress: () => {} })
  } finally {
    await client.end()
  }
  return (performance.now() - startedAt) / 1000
}
