import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RateLimiter, rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { redisRateLimiter } from '#server/platform/http/limits/redis-rate-limit.ts'
import { createLog } from '#server/platform/process/log.ts'
import { openRedis } from '#server/platform/redis/redis.ts'
import { createTestDatabase } from '#testing/database.ts'
import { itCountsNoRefusals, itLimits } from './rate-limiter-rules.ts'
import { type RedisServer, startRedis } from '#testing/services/redis-server.ts'
import { setUp } from '#testing/set-up.ts'

const command = process.env.REDIS_SERVER

// These tests are skipped if no Redis can be installed, which the test step reports.
describe.each(command ? [command] : [])('a rate limiter that counts in Redis, by %s', (redisServer) => {
  let server: RedisServer
  let redis: ReturnType<typeof openRedis>
  let limiter: RateLimiter
  const database = setUp(createTestDatabase)
  beforeAll(async () => {
    server = await startRedis(redisServer)
    redis = openRedis({ urls: [server.url], sentinels: [] }, createLog('silent'), 'tests')
    limiter = redisRateLimiter(redis, rateLimiter(database.db))
  })
  afterAll(async () => {
    redis.disconnect()
    await server.stop()
  })

  itLimits(() => limiter)
  itCountsNoRefusals(() => limiter)

  it('counts in the database while Redis is down', async () => {
    const limit = { attempts: 1, seconds: 60 }
    await limiter.take('login:ama', limit)
    await server.stop()
    await limiter.take('login:ama', limit)
    await expect(limiter.take('login:ama', limit)).rejects.toMatchObject({ code: 'too-many-requests' })
    await limiter.clear('login:ama')
    expect(await limiter.take('login:ama', limit)).toBeUndefined()
  })
})
