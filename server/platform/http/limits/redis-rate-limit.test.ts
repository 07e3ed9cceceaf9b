import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#server/platform/process/log.ts'
import { openRedis } from '#server/platform/redis/redis.ts'
import { createTestDatabase } from '#testing/database.ts'
import { freePort } from '#testing/scale/free-port.ts'
import { setUp } from '#testing/set-up.ts'
import { type RateLimiter, rateLimiter } from './rate-limit.ts'
import { redisRateLimiter } from './redis-rate-limit.ts'

// testing/scale/redis-rate-limit.infrastructure.test.ts covers a running Redis.
let redis: ReturnType<typeof openRedis>
let limiter: RateLimiter
const database = setUp(createTestDatabase)
beforeAll(async () => {
  redis = openRedis(
    { urls: [`redis://127.0.0.1:${await freePort()}`], sentinels: [] },
    createLog('silent'),
    'tests',
  )
  limiter = redisRateLimiter(redis, rateLimiter(database.db))
})
afterAll(() => redis.disconnect())

it('limits are counted and deleted in the database while Redis is down', async () => {
  const limit = { attempts: 1, seconds: 60 }
  const refused = { code: 'too-many-requests' }
  await limiter.take('login:ama', limit)
  await expect(limiter.take('login:ama', limit)).rejects.toMatchObject(refused)
  await limiter.forget('ama')
  expect(await limiter.take('login:ama', limit)).toBeUndefined()
})
