import { once } from 'node:events'
import { createServer } from 'node:http'
import tls from 'node:tls'
import { Server } from 'socket.io'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { type RateLimiter, rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { redisRateLimiter } from '#server/platform/http/limits/redis-rate-limit.ts'
import type { Bus } from '#server/platform/live/bus.ts'
import { createEmitter } from '#server/platform/live/emit-to-users.ts'
import type { LiveNamespace } from '#server/platform/live/live-socket.ts'
import { redisBus } from '#server/platform/live/redis-bus.ts'
import { createLog } from '#server/platform/process/log.ts'
import { openRedis, type RedisClient } from '#server/platform/redis/redis.ts'
import { createTestDatabase } from '#testing/database.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { TEST_CERTIFICATE } from '#testing/services/certificate.ts'
import {
  type RedisOfAKind,
  startCluster,
  startEncrypted,
  startSentinels,
} from '#testing/services/redis-kinds.ts'
import { setUp } from '#testing/set-up.ts'
import { itLimits } from './rate-limiter-rules.ts'

const command = process.env.REDIS_SERVER
const KINDS = { 'with TLS': startEncrypted, 'behind sentinels': startSentinels, 'in a cluster': startCluster }
const log = createLog('silent')

/** Type of socket.io-adapter's messages that broadcast to rooms. */
const BROADCAST = '3'

interface Raw {
  onRawMessage: (message: { type: string }, offset: string) => unknown
}

/** One process's end of the bus, and the number of events it received. */
async function openEnd(bus: Bus) {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http, { adapter: bus.adapter as never })
  const namespace = io.of('/') as unknown as LiveNamespace
  await bus.ready
  const adapter = namespace.adapter as unknown as Raw
  const receive = adapter.onRawMessage.bind(adapter)
  let received = 0
  adapter.onRawMessage = (message, offset) => {
    if (message.type === BROADCAST) received += 1
    return receive(message, offset)
  }
  const emit = createEmitter(namespace, createTelemetry())
  return {
    emit: () => emit([PEOPLE.ama.id], 'notifications.changed', { unread: 1 }),
    received: () => received,
    async close() {
      await io.close()
      await bus.close()
    },
  }
}

const kinds = Object.entries(command ? KINDS : {})
describe.each(kinds)('a Redis %s', (_name, start) => {
  let kind: RedisOfAKind
  let redis: RedisClient
  let limiter: RateLimiter
  const trusted = tls.getCACertificates('default')
  const database = setUp(createTestDatabase)
  beforeAll(async () => {
    tls.setDefaultCACertificates([...trusted, TEST_CERTIFICATE])
    kind = await start(String(command))
    redis = openRedis(kind.target, log, 'tests')
    if (redis.status !== 'ready') await once(redis, 'ready')
    limiter = redisRateLimiter(redis, rateLimiter(database.db))
  })
  afterAll(async () => {
    redis.disconnect()
    await kind.stop()
    tls.setDefaultCACertificates(trusted)
  })

  itLimits(() => limiter)

  it('counts limits in Redis rather than in the database', async () => {
    await limiter.take('login:counted', { attempts: 5, seconds: 60 })
    expect(await redis.get('sankofa:limit:login:counted')).toBe('1')
  })

  it('carries live events between processes, even after a failover', async () => {
    const ends = [
      await openEnd(redisBus(kind.target, log)),
      await openEnd(redisBus(kind.target, log)),
    ] as const
    await ends[0].emit()
    await expect.poll(() => ends[1].received()).toBe(1)
    await kind.failPrimary?.()
    const reachesAgain = async () => {
      await limiter.take('login:after', { attempts: 10_000, seconds: 60 })
      await ends[0].emit()
      const counted = await redis.get('sankofa:limit:login:after').catch(() => null)
      return counted !== null && ends[1].received() > 1
    }
    await expect.poll(reachesAgain, { timeout: 30_000, interval: 200 }).toBe(true)
    for (const end of ends) await end.close()
  })
})
