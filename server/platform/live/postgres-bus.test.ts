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

it('the bus notices a silent connection and opens another', async () => {
  let times = 0
  bus.onReconnected(() => (times += 1))
  proxy.freeze()
  // The answer is awaited for five seconds, and the next connection may take as long.
  await expect.poll(() => times).toBeGreaterThan(0)
})

it.each<[string, (early: Bus) => Promise<unknown>]>([
  ['at its start', () => Promise.resolve()],
  ['while it connects', () => setImmediate()],
  ['when it listens', (early) => early.ready],
])('the bus can be closed %s', async (_, reached) => {
  const early = postgresBus(database.url, createLog('silent'), DELIVERY_MILLISECONDS)
  const server = new Server({ adapter: early.adapter })
  await reached(early)
  await server.of('/').adapter.close()
  await expect(early.close()).resolves.toBeUndefined()
})
