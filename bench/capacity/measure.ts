import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { once } from 'node:events'
import sharp from 'sharp'
import { openBenchDatabase } from '#bench/load/bench-database.ts'
import { startMessageLoad } from '#bench/load/message-load.ts'
import { processorSeconds, treeSeconds } from '#bench/load/processes.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { signedIn } from '#bench/messages.ts'
import { phonePhoto } from '#bench/photos.ts'
import { firstTimeSearches } from '#bench/search-mix.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import { insertPairs, newSecretKey, tokenSigner } from '#testing/live/conversation-people.ts'
import { type Site, startSite } from '#testing/scale/site.ts'

const AT_ONCE = 4
const MESSAGE_SECONDS = 12
const PHOTOS = 3

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

async function read(url: string, headers: Record<string, string>): Promise<void> {
  const [reply] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage]
  await buffer(reply)
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`)
}

async function readAll(site: Site, paths: string[], headers: Record<string, string> = {}): Promise<void> {
  const waiting = paths.values()
  const lane = async () => {
    for (const path of waiting) await read(site.url + path, headers)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

interface Bench {
  site: Site
  db: Database
  /** Process id of the database's first process. */
  postmaster: number
}

/** Microseconds of processor time per operation, in Node and in PostgreSQL. */
async function costOf({ site, postmaster }: Bench, name: string, work: () => Promise<number>) {
  const before = [treeSeconds(site.pid), treeSeconds(postmaster)] as const
  const count = await work()
  const [node, database] = [treeSeconds(site.pid) - before[0], treeSeconds(postmaster) - before[1]]
  const each = (seconds: number) => Math.round((seconds * 1e6) / count)
  console.log(`${name}: ${each(node)} µs in Node, ${each(database)} µs in PostgreSQL (${count} times)`)
}

const repeat = (path: string, count: number) => Array.from({ length: count }, () => path)

async function measureReads(bench: Bench): Promise<void> {
  const { site, db } = bench
  const ids = await db
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'available')
    .limit(2_000)
    .execute()
  const searches = (await firstTimeSearches(db)).map(String)
  const fresh = { 'Cache-Control': 'no-cache' }
  const counted = (name: string, paths: string[], headers?: Record<string, string>) =>
    costOf(bench, name, async () => {
      await readAll(site, paths, headers)
      return paths.length
    })
  await readAll(site, repeat('/', 200))
  await counted('a cached page', repeat('/', 8_000))
  await counted('a cached public reply', repeat('/api/featured', 8_000))
  await readAll(
    site,
    searches.slice(0, 200).map((query) => `/api/products?${query}`),
    fresh,
  )
  await counted(
    'a search',
    searches.slice(200, 1_200).map((query) => `/api/products?${query}`),
    fresh,
  )
  await counted(
    'a rare list page',
    searches.slice(1_200, 1_500).map((query) => `/products?${query}`),
  )
  await counted(
    'a rare product page',
    ids.slice(0, 400).map(({ id }) => `/products/${id}`),
  )
  await counted(
    'an uncached product',
    ids.slice(400, 2_000).map(({ id }) => `/api/products/${id}`),
    fresh,
  )
}

async function measureMessages(bench: Bench, sign: ReturnType<typeof tokenSigner>): Promise<void> {
  const { site, db } = bench
  const pairs = await insertPairs(db, 200)
  const people = await signedIn(pairs, sign)
  await using load = startMessageLoad()
  await costOf(bench, 'a message, sent to shown', async () => {
    const both = pairs.map((_, index) => [people[index], people[index + pairs.length]])
    const { perSecond } = await load.run({
      kind: 'send',
      url: site.url,
      pairs: both as [never, never][],
      perSecond: 100,
      seconds: MESSAGE_SECONDS,
      reads: true,
    })
    return perSecond * MESSAGE_SECONDS
  })
  const token = people[0]?.token ?? ''
  const own = { Authorization: `Bearer ${token}` }
  await costOf(bench, 'the list of conversations', async () => {
    await readAll(site, repeat('/api/conversations', 1_000), own)
    return 1_000
  })
}

/** Reduces a photo like a browser: to a width of 1,920 at most (`web/photos/picking/draw-photo.ts`). */
async function reduced(photo: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp(photo).rotate().resize(1920, 1920, { fit: 'inside' })
  return new Uint8Array(await picture.jpeg({ quality: 85 }).toBuffer())
}

async function measurePhotos(): Promise<void> {
  const whole = await phonePhoto()
  let pid = 0
  const images = createImageProcessor({ onStart: (started) => (pid = started) })
  try {
    for (const photo of [whole, await reduced(whole)]) {
      await images.process(photo)
      const before = processorSeconds(pid)
      for (let round = 0; round < PHOTOS; round += 1) await images.process(photo)
      const each = ((processorSeconds(pid) - before) * 1000) / PHOTOS
      console.log(`a photo of ${(photo.length / 1e6).toFixed(1)} MB: ${Math.round(each)} ms in the encoder`)
    }
  } finally {
    await images.close()
  }
}

/** A public picture of 40 KB at an address of the seeded market. */
async function measurePictures(bench: Bench, dataDir: string): Promise<void> {
  const { image_url: src } = await bench.db
    .selectFrom('product_images as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select('i.image_url')
    .where('p.status', '=', 'available')
    .executeTakeFirstOrThrow()
  const file = join(dataDir, `${src}-640.avif`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, Buffer.alloc(40_000, 'a'))
  await readAll(bench.site, repeat(`${src}-640.avif`, 200))
  await costOf(bench, 'a picture from the disk', async () => {
    await readAll(bench.site, repeat(`${src}-640.avif`, 4_000))
    return 4_000
  })
}

/** Measures the cost of one action of each kind on a market of this size. */
export async function measureCosts({ products, port }: { products: number; port: number }): Promise<void> {
  await using database = await openBenchDatabase(products)
  using folder = temporaryFolder('capacity')
  const dataDir = folder.path
  await using db = connect(database.url)
  const { secretKey, secrets } = newSecretKey()
  const settings = { SECRET_KEY: secretKey, TRUSTED_PROXIES: '127.0.0.1' }
  await using site = await startSite({ port, dataDir, databaseUrl: database.url, demo: false, settings })
  const [postmaster] = readFileSync(join(database.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const bench = { site, db, postmaster: Number(postmaster) }
  await measureReads(bench)
  await measurePictures(bench, dataDir)
  await measureMessages(bench, tokenSigner(secrets))
  await site.stop()
  await measurePhotos()
  agent.destroy()
}
