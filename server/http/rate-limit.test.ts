import { afterAll, beforeAll, describe } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { itLimits } from '#testing/rate-limiter-rules.ts'
import { type RateLimiter, rateLimiter } from './rate-limit.ts'

let database: TestDatabase
let limiter: RateLimiter
beforeAll(async () => {
  database = await createTestDatabase()
  limiter = rateLimiter(database.db)
})
afterAll(() => database.close())

describe('a rate limiter that counts in the database', () => {
  itLimits(() => limiter)
})
