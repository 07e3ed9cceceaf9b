import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Number of albums with five photos each. */
const ALBUMS = 12
const SEED = join(import.meta.dirname, '../../scripts/seed.ts')

export type BenchDatabase = Awaited<ReturnType<typeof openBenchDatabase>>

/** A separate database server with a made-up market, deleted at the end; `adminUrl` is the superuser's. */
export async function openBenchDatabase(products: number) {
  await using opening = new AsyncDisposableStack()
  const { path: dataDir, remove } = opening.use(temporaryFolder('bench'))
  process.once('exit', remove)
  const { url, adminUrl, stop } = await startEmbedded({ dataDir })
  opening.defer(stop)
  await prepareDatabase(url)
  const seedSeconds = await fill(url, products)
  const socketDir = decodeURIComponent(new URL(url).host)
  const opened = opening.move()
  const close = () => opened.disposeAsync()
  return { url, adminUrl, dataDir, socketDir, seedSeconds, [Symbol.asyncDispose]: close }
}

/** Runs the public seed command. Returns its duration in seconds. */
async function fill(url: string, products: number): Promise<number> {
  await insertPhotos(url)
  const startedAt = performance.now()
  const options = ['--products', String(products), '--database-url', url]
  await promisify(execFile)(process.execPath, [SEED, ...options])
  return (performance.now() - startedAt) / 1000
}

/** Cards show a photo's address, and the seed reuses the existing ones; nobody here fetches the files. */
async function insertPhotos(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`
      with seller as (insert into profiles (full_name) values ('Ama Mensah') returning id),
      product as (
        insert into products (title, price, region, place_id, seller_id, status)
        select 'Album', 1, 'Ashanti', (select id from places where region = 'Ashanti' limit 1), id, 'sold'
        from seller, generate_series(1, ${ALBUMS}) returning id
      )
      insert into product_images (product_id, position, image_url, width, height, thumbhash, dhash)
      select id, n, '/photos/product-images/' || id || '/' || md5(n::text), 1280, 960, '1QcSHQRnh493V4dIh4eXh1h4kJUI', 1
      from product, generate_series(0, ${LISTING_PHOTOS_MAX - 1}) as n`)
  } finally {
    await client.end()
  }
}
