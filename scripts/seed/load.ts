import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  createMarket,
  IMAGE_COLUMNS,
  type Market,
  type Area,
  PRODUCT_COLUMNS,
  SELLER_COLUMNS,
  type StoredPhoto,
} from './market.ts'

const CHUNK_BYTES = 65_536

/** Joins lines into pieces that are large enough to write. */
function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += line
    if (chunk.length >= CHUNK_BYTES) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk) yield chunk
}

async function copy(client: Client, into: string, lines: Iterable<string>) {
  await pipeline(Readable.from(chunks(lines)), client.query(copyFrom(`copy ${into} from stdin`)))
}

/**
 * Drops indexes, except those of constraints, and references to other tables. Returns the statements that make them
 * again: building and checking them after the load takes a third of the time.
 */
async function dropIndexesAndReferences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(`
    select 'drop index ' || i.indexrelid::regclass as drop, pg_get_indexdef(i.indexrelid) || (
        select coalesce(string_agg(format('; alter index %s alter column %s set statistics %s', a.attrelid::regclass, attnum, attstattarget), ''), '')
        from pg_attribute a where attrelid = i.indexrelid and attstattarget is not null
      ) as create
    from pg_index i
    where i.indrelid in ('products'::regclass, 'product_images'::regclass)
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint
    where contype = 'f' and conrelid in ('products'::regclass, 'product_images'::regclass)`)
  for (const { drop } of rows) await client.query(drop)
  return rows.map((row) => row.create)
}

export interface LoadOptions {
  products: number
  seed: number
  until: Date
  /** Reports progress from 0 to 1 and the present step. */
  progress(done: number, step: string): void
}

async function storedPhotos(client: Client): Promise<StoredPhoto[]> {
  const { rows } = await client.query<StoredPhoto>(`
    select distinct on (image_url) image_url, width, height, thumbhash, dhash::text as dhash
    from product_images order by image_url`)
  return rows
}

async function readPlan(client: Client, { products, seed, until }: LoadOptions) {
  const places = await client.query<Area>(
    `select id, kind, name, region, array(select containing_places(id) order by 1)::int[] as place_ids
    from places order by region, kind, id`,
  )
  const photos = await storedPhotos(client)
  return createMarket({ products, seed, until, places: places.rows, photos })
}

async function copyProducts(client: Client, market: Market, { products, progress }: LoadOptions) {
  const images: string[] = []
  let written = 0
  function* lines() {
    for (const { product, image } of market.products()) {
      if (image) images.push(image)
      written += 1
      if (written % 5000 === 0) progress((0.6 * written) / products, 'products')
      yield product
    }
  }
  await copy(client, `products (${PRODUCT_COLUMNS})`, lines())
  await copy(client, `product_images (${IMAGE_COLUMNS})`, images)
}

/**
 * Adds a market to the database in one transaction, so that a killed run leaves nothing behind.
 * Nobody else can write products during the load.
 */
export async function loadMarket(client: Client, options: LoadOptions): Promise<void> {
  const market = await readPlan(client, options)
  await client.query('begin')
  try {
    await client.query("set local synchronous_commit = off; set local maintenance_work_mem = '512MB'")
    await client.query('lock table products, product_images in access exclusive mode')
    const dropped = await dropIndexesAndReferences(client)
    await client.query(
      'alter table products disable trigger user; alter table products enable trigger write_search',
    )
    await copy(client, `profiles (${SELLER_COLUMNS})`, market.sellers())
    await copyProducts(client, market, options)
    await client.query('alter table products enable trigger user')
    for (const [done, create] of dropped.entries()) {
      options.progress(0.6 + (0.35 * done) / dropped.length, 'indexes')
      await client.query(create)
    }
    options.progress(0.95, 'words')
    await client.query('select recount_market_words(), count_category_demand()')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  options.progress(0.97, 'statistics')
  await client.query('vacuum (analyze) products, product_images, profiles, market_words')
  options.progress(1, 'done')
}
