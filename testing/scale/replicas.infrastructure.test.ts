import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { connectPipelined } from '#server/platform/db/pipelined.ts'
import { openReadRoutes, type ReadRoutes } from '#server/platform/db/replicas/read-routes.ts'
import { createLog } from '#server/platform/process/log.ts'
import { insertPeople } from '#testing/people.ts'
import { insertProduct } from '#testing/products.ts'
import {
  type Primary,
  startPrimary,
  startReplica,
  type StreamingReplica,
} from '#testing/streaming-replica.ts'

const MILLISECONDS = 3_000
const READERS = 8
const CHANGES_A_SECOND = [0, 1, 10, 50, 100, 200]

let primary: Primary
let replica: StreamingReplica
let db: Database
let reads: Database
let routes: ReadRoutes & { close(): Promise<void> }
let productId: string

beforeAll(async () => {
  primary = await startPrimary()
  db = connect(primary.url)
  reads = connectPipelined(primary.url)
  await insertPeople(db)
  for (let count = 0; count < 200; count += 1) productId = await insertProduct(db)
  replica = await startReplica(primary)
  routes = openReadRoutes({ db, reads, urls: [replica.url], options: {}, log: createLog('silent') })
})
afterAll(async () => {
  await routes.close()
  await db.destroy()
  await reads.destroy()
  await replica.close()
  await primary.close()
})

/** A page of the newest; returns whether the primary made it. */
async function readPage(by: Database): Promise<boolean> {
  const { rows } = await sql<{ is_replica: boolean }>`
    select pg_is_in_recovery() as is_replica, id, title, price from products
    where status = 'available' order by created_at desc, id desc limit 24`.execute(by)
  return rows[0]?.is_replica === false
}

interface Figures {
  reads: number
  byPrimary: number
  p50: number
  p99: number
}

async function measure(by: Database, changesASecond: number): Promise<Figures> {
  const times: number[] = []
  let byPrimary = 0
  const until = performance.now() + MILLISECONDS
  const reader = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      if (await readPage(by)) byPrimary += 1
      times.push(performance.now() - startedAt)
    }
  }
  const writer = async () => {
    if (changesASecond === 0) return
    for (let change = 0; performance.now() < until; change += 1) {
      await db.updateTable('products').set({ price: change }).where('id', '=', productId).execute()
      routes.replicas.showAllUntilNow()
      await sleep(1000 / changesASecond)
    }
  }
  await Promise.all([writer(), ...Array.from({ length: READERS }, reader)])
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { reads: times.length, byPrimary, p50: at(0.5), p99: at(0.99) }
}

const line = (what: string, changes: number, { reads: count, byPrimary, p50, p99 }: Figures) =>
  `${what}, ${changes} changes/s: ${Math.round(count / (MILLISECONDS / 1000))} reads/s, ${((byPrimary / count) * 100).toFixed(1)} % by the primary, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

it.each(CHANGES_A_SECOND)('public reads beside %i changes a second', async (changes) => {
  await expect.poll(() => routes.replicas.states()[0]?.isUsable).toBe(true)
  const figures = await measure(routes.longReads, changes)
  console.log(line('lists', changes, figures))
  // Without changes nothing sends them there; a hundred or two a second leave the replica most of them.
  expect(figures.byPrimary / figures.reads).toBeLessThanOrEqual(changes === 0 ? 0 : 0.25)
})

it.each([0, 50])('people’s own lists beside %i changes a second', async (changes) => {
  const figures = await measure(routes.ownReads, changes)
  console.log(line('own lists', changes, figures))
  console.log(line('the same at the primary', changes, await measure(db, changes)))
  expect(figures.byPrimary).toBeLessThan(figures.reads)
})
