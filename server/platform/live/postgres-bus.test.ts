import { setImmediate } from 'node:timers/promises'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '#server/platform/process/log.ts'
import { type CutProxy, openCutProxy } from '#testing/scale/cut-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import type { Bus } from './bus.ts'
import { postgresBus } from './postgres-bus.ts'

const DELIVERY_MILLISECONDS = 200

let database: TestDatabase
let proxy: CutProxy
let bus: Bus
let io: Server
beforeEach(async () => {
  database = await createTestDatabase()
  const { hostname, pathname, port, username } = new URL(database.url)
  proxy = await openCutProxy({ path: `${decodeURIComponent(hostname)}/.s.PGSQL.${port || 5432}` })
  bus = postgresBus(
    `postgres://${username}@127.0.0.1:${proxy.port}${pathname}`,
    createLog('silent'),
    DELIVERY_MILLISECONDS,
  )
  io = new Server({ adapter: bus.adapter })
  await bus.ready
})
afterEach(async () => {
  await io.of('/').adapter.close()
  await bus.close()
  await proxy.close()
  await database.close()
})

it('notices a connection on which nothing comes any more, and receives again by another', async () => {
  let times = 0
  bus.onReconnected(() => (times += 1))
  proxy.freeze()
  // An answer is waited for five seconds, and so may be the next connection.
  await expect.poll(() => times).toBeGreaterThan(0)
})

it.each<[string, (early: Bus) => Promise<unknown>]>([
  ['as soon as it begins', () => Promise.resolve()],
  ['while it connects', () => setImmediate()],
  ['as soon as it listens', (early) => early.ready],
])('is closed %s, whatever is still on its way', async (_, reached) => {
  const early = postgresBus(database.url, createLog('silent'), DELIVERY_MILLISECONDS)
  const server = new Server({ adapter: early.adapter })
  await reached(early)
  await server.of('/').adapter.close()
  await expect(early.close()).resolves.toBeUndefined()
})
