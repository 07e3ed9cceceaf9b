import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { connectPipelined } from '#server/platform/db/pipelined.ts'
import { openReadRoutes, type ReadRoutes } from '#server/platform/db/replicas/read-routes.ts'
import { createLog } from '#server/platform/process/log.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { startPrimary, startReplica } from '#testing/streaming-replica.ts'
import { until } from '#testing/until.ts'
import type { Row } from './report.ts'

const MILLISECONDS = 3_000
const READERS = 8
const CHANGES_A_SECOND = [0, 1, 10, 50, 100, 200]
const PRODUCTS = 200

/** Reads a page of the newest listings. Returns whether the primary answered it. */
async function readPage(by: Database): Promise<boolean> {
  const { rows } = await sql<{ is_replica: boolean }>`
    select pg_is_in_recovery() as is_replica, id, title, price from products
    where status = 'available' order by created_at desc, id desc limit 24`.execute(by)
  return rows[0]?.is_replica === false
}

interface Market {
  db: Database
  routes: ReadRoutes
  productId: string
}

async function measure(by: Database, { db, routes, productId }: Market, changesASecond: number) {
  let answered = 0
  let byPrimary = 0
  const end = performance.now() + MILLISECONDS
  const reader = async () => {
    while (performance.now() < end) {
      if (await readPage(by)) byPrimary += 1
      answered += 1
    }
  }
  const writer = async () => {
    if (changesASecond === 0) return
    for (let change = 0; performance.now() < end; change += 1) {
      await db.updateTable('products').set({ price: change }).where('id', '=', productId).execute()
      routes.replicas.requireLatestReads()
      await sleep(1000 / changesASecond)
    }
  }
  await Promise.all([writer(), ...Array.from({ length: READERS }, reader)])
  return (100 * byPrimary) / answered
}

async function measureAll(market: Market): Promise<Row[]> {
  await until(() => market.routes.replicas.states()[0]?.isUsable)
  const rows: Row[] = []
  for (const changes of CHANGES_A_SECOND) {
    const share = await measure(market.routes.longReads, market, changes)
    rows.push({
      name: `public reads during ${changes} changes a second`,
      figure: share,
      unit: '% by the primary',
      atMost: changes === 0 ? 0 : 25,
    })
  }
  return rows
}

/** Measures which share of reads the primary answers because the replica lacks the last change. */
export async function replicaRows(): Promise<Row[]> {
  const primary = await startPrimary()
  const db = connect(primary.url)
  const reads = connectPipelined(primary.url)
  await insertPeople(db)
  let productId = ''
  for (let count = 0; count < PRODUCTS; count += 1) productId = await insertProduct(db)
  const replica = await startReplica(primary)
  const routes = openReadRoutes({ db, reads, urls: [replica.url], options: {}, log: createLog('silent') })
  try {
    return await measureAll({ db, routes, productId })
  } finally {
    await routes.close()
    await db.destroy()
    await reads.destroy()
    await replica.close()
    await primary.close()
  }
}
