import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { connectLive, type LiveClient, nextEvent } from '#testing/live/live.ts'
import { insertProduct } from '#testing/market/products.ts'
import {
  insertPairs,
  newSecretKey,
  type Participant,
  tokenSigner,
} from '#testing/live/conversation-people.ts'
import { measure } from '#bench/load/load.ts'
import { prepareOwnSite } from '#bench/load/own-site.ts'
import { speedOf } from '#bench/load/percentile.ts'
import { p99Row, type Row } from './report.ts'

const PEOPLE = 40
const EVENTS_EACH = 10
const ROWS = 10_000
const EVENTS_PER_SECOND = 50

interface Setting {
  port: number
  clients: number
  seconds: number
}

interface Seller {
  token: string
  /** One product per event, because a product's sale causes one notification per day. */
  productIds: string[]
  socket: LiveClient
}

async function sell(url: string, token: string, productId: string): Promise<void> {
  const response = await fetch(`${url}/api/selling/products/${productId}/status`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ version: 1, status: 'sold' }),
  })
  if (!response.ok) throw new Error(`Selling answered ${response.status}`)
}

/** Milliseconds from the request for a sale until another tab of the seller shows the new badge. */
async function saleToBadge(url: string, { token, socket }: Seller, productId: string): Promise<number> {
  const changed = nextEvent(socket, 'notifications.changed')
  const started = performance.now()
  await Promise.all([sell(url, token, productId), changed])
  return performance.now() - started
}

async function badgeRow(url: string, db: Database, sign: (participant: Participant) => Promise<string>) {
  const people = (await insertPairs(db, PEOPLE / 2)).flat()
  const sellers = await Promise.all(
    people.map(async (participant) => {
      const token = await sign(participant)
      const offer = () => insertProduct(db, { seller_id: participant.id })
      const productIds = await Promise.all(Array.from({ length: EVENTS_EACH }, offer))
      return { token, productIds, socket: await connectLive(url, token) }
    }),
  )
  const times: number[] = []
  const pause = (PEOPLE / EVENTS_PER_SECOND) * 1000
  const work = async (seller: Seller, index: number) => {
    await sleep((pause * index) / PEOPLE)
    for (const productId of seller.productIds) {
      times.push(await saleToBadge(url, seller, productId))
      await sleep(pause)
    }
  }
  await Promise.all(sellers.map(work))
  for (const { socket } of sellers) socket.close()
  return p99Row('event to live badge', speedOf(times, times.length / EVENTS_PER_SECOND), 100)
}

/** Inserts very many notifications and favourites for one person. */
async function insertMuch(db: Database, personId: string): Promise<void> {
  await sql`
    insert into notifications (user_id, type, content, action_url, read, created_at)
    select ${personId}, 'other', 'Price drop ' || n, '/products', n % 3 > 0, now() - n * interval '10 minutes'
    from generate_series(1, ${ROWS}::int) n`.execute(db)
  await sql`
    with offered as (
      insert into products (title, description, price, category_id, region, location, seller_id)
      select 'Item ' || n, '', 10, 'other', 'Ashanti', 'Bantama', ${personId} from generate_series(1, ${ROWS}::int) n
      returning id
    )
    insert into favourites (profile_id, product_id, price_then) select ${personId}, id, 12 from offered`.execute(
    db,
  )
  await sql`vacuum analyze notifications, favourites, products`.execute(db)
}

async function pageRows(
  url: string,
  db: Database,
  { sign, clients, seconds }: Setting & { sign: (participant: Participant) => Promise<string> },
): Promise<Row[]> {
  const person = (await insertPairs(db, 1))[0]?.[0]
  if (!person) throw new Error('No pair was inserted')
  await insertMuch(db, person.id)
  const headers = { Authorization: `Bearer ${await sign(person)}` }
  const pages = {
    [`notifications page, ${ROWS.toLocaleString('en')} rows`]: [
      '/api/notifications',
      '/api/notifications/unread',
    ],
    [`favourites page, ${ROWS.toLocaleString('en')} rows`]: ['/api/favourites'],
  }
  const rows: Row[] = []
  for (const [name, paths] of Object.entries(pages)) {
    const speed = await measure({ origin: url, paths, headers, clients, seconds })
    rows.push(p99Row(name, speed, 30))
  }
  return rows
}

/** Measures the time from an event to an open tab's badge, and the pages of a person with very many rows. */
export async function notificationRows(setting: Setting): Promise<Row[]> {
  const { secretKey, secrets } = newSecretKey()
  const sign = tokenSigner(secrets)
  using own = prepareOwnSite({ port: setting.port, settings: { SECRET_KEY: secretKey } })
  return await own.run(async ({ site, db }) => [
    await badgeRow(site.url, db, sign),
    ...(await pageRows(site.url, db, { ...setting, sign })),
  ])
}
