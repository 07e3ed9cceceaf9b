import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sellingContract } from '#contract/selling/selling.ts'
import { addressReader } from '#server/platform/http/client-address.ts'
import { createCalls } from '#server/platform/http/calls.ts'
import { routeCalls } from '#testing/injected.ts'
import { createLog } from '#server/platform/process/log.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { createTestContext } from '#testing/context.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { sellingRoutes } from './routes.ts'
import { createViewCounter, type ViewCounter } from './view-counter.ts'

const HOUR = 60 * 60 * 1000
const UNKNOWN = '01930000-0000-7000-8000-000000000000'

let database: TestDatabase
let clock: number
let views: ViewCounter
const counter = (limits: { visitsMax?: number; waitingMax?: number } = {}) =>
  createViewCounter({ db: database.db, log: createLog('silent'), now: () => clock, ...limits })

beforeEach(async () => {
  database = await createTestDatabase()
  await insertPeople(database.db)
  clock = Date.now()
  views = counter()
})
afterEach(async () => {
  await views.close()
  await database.close()
})

async function counted(): Promise<Record<string, number>> {
  await views.flush()
  const rows = await database.db.selectFrom('product_views').selectAll().execute()
  return Object.fromEntries(rows.map((row) => [row.product_id, row.count]))
}

describe('views', () => {
  it('are counted once an hour per address and product', async () => {
    const phone = await insertProduct(database.db)
    const chair = await insertProduct(database.db)
    views.count(phone, '198.51.100.7')
    views.count(phone, '198.51.100.7')
    views.count(phone, '198.51.100.8')
    views.count(chair, '198.51.100.7')
    expect(await counted()).toEqual({ [phone]: 2, [chair]: 1 })

    clock += HOUR - 1
    views.count(phone, '198.51.100.7')
    expect(await counted()).toEqual({ [phone]: 2, [chair]: 1 })
    clock += 1
    views.count(phone, '198.51.100.7')
    expect(await counted()).toEqual({ [phone]: 3, [chair]: 1 })
  })

  it('are not counted for drafts and unknown products', async () => {
    const draft = await insertProduct(database.db, { status: 'draft' })
    const sold = await insertProduct(database.db, { status: 'sold' })
    for (const id of [draft, UNKNOWN, sold, sold.toUpperCase()]) views.count(id, '198.51.100.7')
    expect(await counted()).toEqual({ [sold]: 1 })
  })

  it('are added by parallel processes without loss', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => insertProduct(database.db)))
    const processes = Array.from({ length: 4 }, () => counter())
    for (const [index, each] of processes.entries()) {
      for (const id of index % 2 === 0 ? ids : ids.toReversed()) each.count(id, '198.51.100.7')
    }
    await Promise.all(processes.map((each) => each.close()))
    expect(Object.values(await counted())).toEqual(ids.map(() => 4))
  })

  it('are kept while the database does not answer', async () => {
    const phone = await insertProduct(database.db)
    await database.db.schema.alterTable('product_views').renameTo('gone').execute()
    views.count(phone, '198.51.100.7')
    await views.flush()
    await database.db.schema.alterTable('gone').renameTo('product_views').execute()
    expect(await counted()).toEqual({ [phone]: 1 })
  })

  it('use limited memory', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => insertProduct(database.db)))
    views = counter({ visitsMax: 2, waitingMax: 2 })
    for (const id of [first, second, third]) views.count(id ?? '', '198.51.100.7')
    expect(await counted()).toEqual({ [first ?? '']: 1, [second ?? '']: 1 })
    // Two visits are remembered: the first one may count again, the third may not.
    views.count(third ?? '', '198.51.100.7')
    views.count(first ?? '', '198.51.100.7')
    expect(await counted()).toEqual({ [first ?? '']: 2, [second ?? '']: 1 })
  })

  it('are counted by the address behind the proxies', async () => {
    const phone = await insertProduct(database.db)
    const ctx = createTestContext(database)
    const trusting = { ...ctx, viewCounter: views, addressOf: addressReader(['198.51.100.7']) }
    const calls = createCalls(trusting, sellingContract, sellingRoutes, { checksReplies: true })
    const client = createAnonymousClient(await routeCalls(sellingContract, calls))
    const path = `/api/products/${phone}/views`
    for (const from of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) {
      const reply = await client.send('POST', path, undefined, { 'X-Forwarded-For': from })
      expect([reply.status, await reply.json()]).toEqual([202, {}])
    }
    expect(await counted()).toEqual({ [phone]: 2 })
    await ctx.close()
  })
})
