import { connect, type Database } from '#server/platform/db/connect.ts'
import { insertPairs, newSecretKey, tokenSigner } from '#testing/live/conversation-people.ts'
import { type Site, startSite } from '#testing/scale/site.ts'
import { openBenchDatabase } from '#bench/load/bench-database.ts'
import { type Lite, startLite } from './lite.ts'
import { FRESH_ID, measure, type Post } from '#bench/load/load.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import type { MarketOptions } from '#bench/market.ts'
import type { Connected } from '#bench/load/message-load.ts'
import { messagesOf, signedIn } from '#bench/messages.ts'
import type { Row } from '#bench/report.ts'

const PRODUCTS = 10_000
/** Enough people that nobody reaches the limit per minute. */
const PAIRS = 2000
const ROUNDS = 3
const WORDS = 59
/** Bypasses the replies cached in memory. */
const UNCACHED = { 'Cache-Control': 'no-cache' }
const CARD = 'id,title,price,condition,status,region,location,created_at'
const FIRST_PHOTO = 'product_images(image_url,width,height,thumbhash)&product_images.position=eq.0'
const SELLER = 'seller:profiles!seller_exists(id,full_name,created_at)'
const newestCards = (filter = '') =>
  `/rest/v1/products?select=${CARD},${FIRST_PHOTO}&status=eq.available${filter}&order=created_at.desc&limit=24`

interface Servers {
  site: Site
  lite: Lite
  options: MarketOptions
}

/** Measures both alternately, so that the machine's other work affects both equally. */
async function speedRatio(ours: () => Promise<number>, theirs: () => Promise<number>): Promise<number> {
  let [own, other] = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    other += await theirs()
    own += await ours()
  }
  return own / other
}

const UNIT = 'times @supabase/lite'
/** Goal for cached replies. */
const READY_GOAL = 30

async function readRowsOf(
  { site, lite, options }: Servers,
  { name, paths, atLeast }: { name: string; paths: [ours: string[], theirs: string[]]; atLeast: number },
): Promise<Row[]> {
  const load = { clients: options.clients, seconds: options.seconds / ROUNDS }
  const speedAt = (origin: string, readPaths: string[], headers: Record<string, string>) => async () =>
    (await measure({ ...load, origin, paths: readPaths, headers })).perSecond
  const beside = (headers: Record<string, string>) =>
    speedRatio(speedAt(site.url, paths[0], headers), speedAt(lite.url, paths[1], headers))
  return [
    { name: `${name}, uncached`, figure: await beside(UNCACHED), unit: UNIT, atLeast },
    { name: `${name}, ready`, figure: await beside({}), unit: UNIT, atLeast: READY_GOAL },
  ]
}

/**
 * Calls the function directly, as PostgREST and similar servers offer functions; on its own machine it needs
 * no token.
 */
function functionCalls(people: Connected[]): Post[] {
  const message = { key: FRESH_ID, body: 'Is it still available?', most_a_minute: 10_000 }
  const photo = { photo_url: null, photo_width: null, photo_height: null, photo_thumbhash: null }
  return people.map(({ conversationId: conversation, id: sender }) => ({
    path: '/rest/v1/rpc/add_message',
    headers: {},
    body: JSON.stringify({ conversation, sender, ...message, ...photo }),
  }))
}

async function messageRow({ site, lite, options }: Servers, people: Connected[]): Promise<Row> {
  const load = { clients: options.clients, seconds: options.seconds / ROUNDS }
  const speedAt = (origin: string, paths: Post[]) => async () =>
    (await measure({ ...load, origin, paths })).perSecond
  const figure = await speedRatio(
    speedAt(site.url, messagesOf(people)),
    speedAt(lite.url, functionCalls(people)),
  )
  return { name: 'message, by the same function', figure, unit: UNIT, atLeast: 2.5 }
}

async function readRows(servers: Servers, db: Database): Promise<Row[]> {
  const products = db.selectFrom('products').where('status', '=', 'available').orderBy('id')
  const found = await products.select(['id', 'title']).limit(1000).execute()
  const ids = found.slice(0, 100).map(({ id }) => id)
  const words = [...new Set(found.flatMap(({ title }) => title.match(/[a-z]{4,}/gi) ?? []))].slice(0, WORDS)
  const one = `select=*,product_images(*),${SELLER}`
  return [
    ...(await readRowsOf(servers, {
      name: 'newest 24',
      paths: [['/api/products'], [newestCards()]],
      atLeast: 4,
    })),
    ...(await readRowsOf(servers, {
      name: `search over ${WORDS} words`,
      paths: [
        words.map((word) => `/api/products?search=${word}`),
        words.map((word) => newestCards(`&title=ilike.*${word}*`)),
      ],
      atLeast: 4,
    })),
    ...(await readRowsOf(servers, {
      name: 'one product',
      paths: [
        ids.map((id) => `/api/products/${id}`),
        ids.map((id) => `/rest/v1/products?${one}&id=eq.${id}`),
      ],
      atLeast: 6,
    })),
  ]
}

/**
 * Compares this site and @supabase/lite, which npm installs temporarily, on the same tables and database
 * server.
 */
export async function besideLiteRows(options: MarketOptions): Promise<Row[]> {
  const { secretKey, secrets } = newSecretKey()
  using folder = temporaryFolder('site')
  await using database = await openBenchDatabase(PRODUCTS)
  await using db = connect(database.url)
  const { port } = options
  const settings = { SECRET_KEY: secretKey }
  const starting = { port, dataDir: folder.path, databaseUrl: database.url, demo: false, settings }
  const people = await signedIn(await insertPairs(db, PAIRS), tokenSigner(secrets))
  await using site = await startSite(starting)
  await using lite = await startLite(database.socketDir, port + 1)
  const servers = { site, lite, options }
  return [...(await readRows(servers, db)), await messageRow(servers, people)]
}
